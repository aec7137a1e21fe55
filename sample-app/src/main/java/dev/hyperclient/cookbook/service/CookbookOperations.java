package dev.hyperclient.cookbook.service;

import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

import dev.hyperclient.testservice.ArgumentValues;
import dev.hyperclient.testservice.EntryList;
import dev.hyperclient.testservice.OperationDefinition;
import dev.hyperclient.testservice.OperationDefinition.Method;
import dev.hyperclient.testservice.OperationDefinition.Result;
import dev.hyperclient.testservice.OperationOutcome;
import dev.hyperclient.testservice.RequestRefusedException;
import dev.hyperclient.testservice.ValueDefinition;

/**
 * The named operations of cookbooks.
 */
final class CookbookOperations {

	private CookbookOperations() {
	}

	static List<OperationDefinition<Library, Library>> ofCollection() {
		ValueDefinition<String> cuisine = ValueDefinition.choice("cuisine", Cookbook.CUISINES);
		return List
			.of(new OperationDefinition<>("find_recipes", "Search all cookbooks for dishes whose names contain a text.",
					Method.GET, List.of(ValueDefinition.text("search").mandatory(), ValueDefinition.bool("vegetarian")),
					Result.page("recipe"), CookbookOperations::findRecipes),
					new OperationDefinition<>("find_for_cuisine", "The cookbooks of one cuisine.", Method.GET,
							List.of(cuisine.mandatory()), Result.page("cookbook"), CookbookOperations::findForCuisine),
					new OperationDefinition<>("create", "Add a cookbook, unless its name is taken.", Method.FORM,
							List.of(ValueDefinition.key("name").mandatory(), ValueDefinition.text("description"),
									cuisine, ValueDefinition.date("copyright_date").mandatory(),
									ValueDefinition.date("last_printing").mandatory(),
									ValueDefinition.decimal("price").mandatory()),
							Result.created("cookbook"), CookbookOperations::create));
	}

	static List<OperationDefinition<Library, Cookbook>> ofEntry() {
		return List.of(
				new OperationDefinition<>("find_recipes", "Search this cookbook for dishes whose names contain a text.",
						Method.GET, List.of(ValueDefinition.text("search").mandatory()), Result.page("recipe"),
						CookbookOperations::findRecipesIn),
				new OperationDefinition<>("find_recipe_for", "The recipe this cookbook has for a dish, if any.",
						Method.GET, List.of(ValueDefinition.link("dish", Dish.class, "dish").mandatory()),
						Result.entry("recipe"), CookbookOperations::findRecipeFor),
				new OperationDefinition<>("make_more_interesting",
						"Put \"The New\" before the name, which moves the cookbook.", Method.FORM, List.of(),
						Result.NONE, CookbookOperations::makeMoreInteresting),
				new OperationDefinition<>("replace_cover", "Store another cover.", Method.MULTIPART,
						List.of(ValueDefinition.file("cover").mandatory()), Result.NONE,
						CookbookOperations::replaceCover));
	}

	private static OperationOutcome<Library> findRecipes(Library library, Library collection,
			ArgumentValues arguments) {
		Predicate<Cookbook> filter = arguments.bool("vegetarian")
				? (cookbook) -> "Vegetarian".equals(cookbook.cuisine()) : (cookbook) -> true;
		int[] cookbooks = library.cookbooks().entries().stream().filter(filter).mapToInt(Cookbook::number).toArray();
		return search(library, cookbooks, arguments.text("search"));
	}

	private static OperationOutcome<Library> findRecipesIn(Library library, Cookbook cookbook,
			ArgumentValues arguments) {
		return search(library, new int[] { cookbook.number() }, arguments.text("search"));
	}

	private static OperationOutcome<Library> search(Library library, int[] cookbooks, String text) {
		BitSet dishes = new BitSet();
		library.dishes()
			.entries()
			.stream()
			.filter((dish) -> dish.name().contains(text))
			.forEach((dish) -> dishes.set(dish.number()));
		return new OperationOutcome.Found<>(Recipe.TYPE, library.recipes().ofCookbooks(cookbooks, dishes::get));
	}

	private static OperationOutcome<Library> findForCuisine(Library library, Library collection,
			ArgumentValues arguments) {
		String cuisine = arguments.text("cuisine");
		List<Cookbook> found = library.cookbooks()
			.entries()
			.stream()
			.filter((cookbook) -> cuisine.equals(cookbook.cuisine()))
			.toList();
		return new OperationOutcome.Found<>(Cookbook.TYPE, EntryList.of(found));
	}

	private static OperationOutcome<Library> findRecipeFor(Library library, Cookbook cookbook,
			ArgumentValues arguments) {
		Dish dish = arguments.entry("dish", Dish.class);
		return new OperationOutcome.Single<>(Recipe.TYPE,
				library.recipes().find(cookbook.number(), dish.number(), arguments.caller()).orElse(null));
	}

	private static OperationOutcome<Library> create(Library library, Library collection, ArgumentValues arguments) {
		String description = arguments.textOrNull("description");
		Cookbook created = new Cookbook(library.cookbooks().nextNumber(), arguments.text("name"),
				(description != null) ? description.strip() : "", arguments.textOrNull("cuisine"),
				arguments.date("copyright_date"), arguments.date("last_printing"), arguments.decimal("price"), true, 0,
				null);
		library.cookbooks().requireUniqueName(created, "cookbook");
		return new OperationOutcome.Created<>(library.withCookbooks(library.cookbooks().plus(created)), Cookbook.TYPE,
				created);
	}

	private static OperationOutcome<Library> makeMoreInteresting(Library library, Cookbook cookbook,
			ArgumentValues arguments) {
		if (cookbook.name().startsWith("The New ")) {
			throw RequestRefusedException.badRequest("The 'New' trick can't be used on this cookbook "
					+ "because its name already starts with 'The New'.");
		}
		Cookbook renamed = cookbook.withName("The New " + cookbook.name());
		return new OperationOutcome.Moved<>(library.replaceCookbook(cookbook, renamed), Cookbook.TYPE, renamed);
	}

	private static OperationOutcome<Library> replaceCover(Library library, Cookbook cookbook,
			ArgumentValues arguments) {
		return new OperationOutcome.Done<>(
				library.storeCover(cookbook, "application/octet-stream", "cover", arguments.bytes("cover")));
	}

}
