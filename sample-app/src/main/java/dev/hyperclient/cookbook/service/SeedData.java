package dev.hyperclient.cookbook.service;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;

import dev.hyperclient.testservice.FileStore;

/**
 * The initial data of the service.
 */
final class SeedData {

	private static final String[] INSTRUCTIONS = {
			"Dice the vegetables, warm the butter, and let both meet over a low flame.",
			"Season early, taste often, and serve before anybody asks.",
			"Leave it in the oven until the kitchen smells of Sunday.",
			"Stir clockwise until the spoon stands, then rest for an hour." };

	private static final List<Cookbook> COOKBOOKS = List.of(
			cookbook(1, "Mastering the Art of French Cooking", "Française", 1961, 0),
			cookbook(2, "The Joy of Cooking", "General", 1995, 20),
			cookbook(3, "James Beard's American Cookery", "American", 1972, 0),
			cookbook(4, "Everyday Greens", "Vegetarian", 2003, 0),
			cookbook(5, "I'm Just Here For The Food", "General", 2002, 0),
			cookbook(6, "Cooking Without Recipes", "General", 1959, 0),
			cookbook(7, "Construsions un repas", "Française", 2007, 0));

	private static final List<Dish> DISHES = List.of(new Dish(1, "Roast chicken"), new Dish(2, "Baked beans"),
			new Dish(3, "Foies de voilaille en aspic"));

	private static final List<Recipe> RECIPES = List.of(
			new Recipe(1, 1, 1, "You can always judge the quality of a cook by the roast chicken.", false),
			new Recipe(2, 2, 1, "Draw, singe, stuff, and truss the bird, then roast it.", false),
			new Recipe(3, 3, 1, "A perfectly roasted chicken needs little more than salt and patience.", false),
			new Recipe(4, 2, 2, "Preheat oven to 250 degrees and bake the beans all day.", false),
			new Recipe(5, 3, 2, "Without beans there is no supper on Saturday.", true),
			new Recipe(6, 1, 3, "Chill the aspic until it is firm, then lay out the livers.", false));

	private SeedData() {
	}

	/**
	 * Create the initial data.
	 * @param generatedRecipes the number of recipes to add to the six written ones
	 * @param clock the clock of the stored files
	 * @return the data
	 */
	static Library library(int generatedRecipes, Clock clock) {
		return new Library(new NamedEntries<>(COOKBOOKS), new NamedEntries<>(DISHES),
				Recipes.of(RECIPES, generatedRecipes), FileStore.EMPTY.withClock(clock));
	}

	static int cookbookOf(int index) {
		return 1 + index % COOKBOOKS.size();
	}

	static int dishOf(int index) {
		return 1 + index % DISHES.size();
	}

	static String instructionsOf(int index) {
		return INSTRUCTIONS[index % INSTRUCTIONS.length];
	}

	private static Cookbook cookbook(int number, String name, String cuisine, int year, int price) {
		return new Cookbook(number, name, "", cuisine, LocalDate.of(year, 1, 1), null, BigDecimal.valueOf(price), true,
				0, null);
	}

}
