package dev.hyperclient.cookbook.service;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.testservice.TypeBuilder;

/**
 * The entries that the service starts with.
 */
final class SeedData {

	private static final List<String> INSTRUCTIONS = List.of(
			"Dice the vegetables, warm the butter, and let both meet over a low flame.",
			"Season early, taste often, and serve before anybody asks.",
			"Leave it in the oven until the kitchen smells of Sunday.",
			"Stir clockwise until the spoon stands, then rest for an hour.");

	private static final List<Cookbook> COOKBOOKS = List.of(
			new Cookbook("Mastering the Art of French Cooking", "Française", 1961, 0),
			new Cookbook("The Joy of Cooking", "General", 1995, 20),
			new Cookbook("James Beard's American Cookery", "American", 1972, 0),
			new Cookbook("Everyday Greens", "Vegetarian", 2003, 0),
			new Cookbook("I'm Just Here For The Food", "General", 2002, 0),
			new Cookbook("Cooking Without Recipes", "General", 1959, 0),
			new Cookbook("Construsions un repas", "Française", 2007, 0));

	private static final List<String> DISHES = List.of("Roast chicken", "Baked beans", "Foies de voilaille en aspic");

	private static final List<Recipe> RECIPES = List.of(
			new Recipe(0, 0, "You can always judge the quality of a cook by the roast chicken.", false),
			new Recipe(1, 0, "Draw, singe, stuff, and truss the bird, then roast it.", false),
			new Recipe(2, 0, "A perfectly roasted chicken needs little more than salt and patience.", false),
			new Recipe(1, 1, "Preheat oven to 250 degrees and bake the beans all day.", false),
			new Recipe(2, 1, "Without beans there is no supper on Saturday.", true),
			new Recipe(0, 2, "Chill the aspic until it is firm, then lay out the livers.", false));

	private SeedData() {
	}

	/**
	 * Return the path of the featured cookbook.
	 * @return the path below the version
	 */
	static String featured() {
		return "cookbooks/" + COOKBOOKS.get(0).name();
	}

	static void addCookbooks(TypeBuilder type) {
		COOKBOOKS.forEach((cookbook) -> type
			.entry(Map.of("name", cookbook.name(), "description", "", "cuisine", cookbook.cuisine(), "copyright_date",
					cookbook.year() + "-01-01", "price", cookbook.price(), "confirmed", true, "revision_number", 0)));
	}

	static void addDishes(TypeBuilder type) {
		DISHES.forEach((dish) -> type.entry(Map.of("name", dish)));
	}

	/**
	 * Add the written recipes, and after them generated ones.
	 * @param type the entry type
	 * @param generated the number of generated recipes
	 */
	static void addRecipes(TypeBuilder type, int generated) {
		for (int index = 0; index < RECIPES.size() + generated; index++) {
			int number = index - RECIPES.size();
			Recipe recipe = (number < 0) ? RECIPES.get(index) : new Recipe(number % COOKBOOKS.size(),
					number % DISHES.size(), INSTRUCTIONS.get(number % INSTRUCTIONS.size()), false);
			Map<String, Object> values = new HashMap<>();
			values.put("id", index + 1);
			values.put("cookbook", COOKBOOKS.get(recipe.cookbook()).name());
			values.put("dish", DISHES.get(recipe.dish()));
			values.put("instructions", recipe.instructions());
			values.put("private", recipe.hidden());
			type.entry(values);
		}
	}

	private record Cookbook(String name, String cuisine, int year, int price) {
	}

	private record Recipe(int cookbook, int dish, String instructions, boolean hidden) {
	}

}
