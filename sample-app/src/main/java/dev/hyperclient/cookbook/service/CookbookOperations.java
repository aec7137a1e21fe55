package dev.hyperclient.cookbook.service;

import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/**
 * What can be asked of cookbooks beyond reading and writing them.
 */
final class CookbookOperations {

	private CookbookOperations() {
	}

	static List<OperationDescription<Library>> ofCollection() {
		ValueDescription cuisine = ValueDescription.choice("cuisine", CookbookType.CUISINES);
		return List.of(
				new OperationDescription<>("find_recipes",
						"Search all cookbooks for dishes whose names contain a text.", OperationMethod.GET,
						List.of(text("search").mandatory(), ValueDescription.of("vegetarian", ValueKind.TRUTH)),
						ResultDescription.page("recipe"), CookbookOperations::findRecipes),
				new OperationDescription<>("find_for_cuisine", "The cookbooks of one cuisine.", OperationMethod.GET,
						List.of(cuisine.mandatory()), ResultDescription.page("cookbook"),
						CookbookOperations::findForCuisine),
				new OperationDescription<>("create", "Add a cookbook, unless its name is taken.", OperationMethod.FORM,
						List.of(ValueDescription.of("name", ValueKind.NAME).mandatory(), text("description"), cuisine,
								date("copyright_date"), date("last_printing"),
								ValueDescription.of("price", ValueKind.NUMBER).mandatory()),
						ResultDescription.created("cookbook"), CookbookOperations::create));
	}

	static List<OperationDescription<Cookbook>> ofEntry() {
		return List.of(
				new OperationDescription<>("find_recipes",
						"Search this cookbook for dishes whose names contain a text.", OperationMethod.GET,
						List.of(text("search").mandatory()), ResultDescription.page("recipe"),
						CookbookOperations::findRecipesIn),
				new OperationDescription<>("find_recipe_for", "The recipe this cookbook has for a dish, if any.",
						OperationMethod.GET, List.of(ValueDescription.link("dish", ValueKind.LINK, "dish").mandatory()),
						ResultDescription.entry("recipe"), CookbookOperations::findRecipeFor),
				new OperationDescription<>("make_more_interesting",
						"Put \"The New\" before the name, which moves the cookbook.", OperationMethod.FORM, List.of(),
						ResultDescription.NOTHING, CookbookOperations::makeMoreInteresting),
				new OperationDescription<>("replace_cover", "Store another cover.", OperationMethod.MULTIPART,
						List.of(ValueDescription.file("cover").mandatory()), ResultDescription.NOTHING,
						CookbookOperations::replaceCover));
	}

	private static ValueDescription text(String name) {
		return ValueDescription.of(name, ValueKind.TEXT);
	}

	private static ValueDescription date(String name) {
		return ValueDescription.of(name, ValueKind.DATE).mandatory();
	}

	private static OperationResult findRecipes(Library library, Library collection, Arguments arguments) {
		Predicate<Cookbook> wanted = arguments.truth("vegetarian")
				? (cookbook) -> "Vegetarian".equals(cookbook.cuisine()) : (cookbook) -> true;
		int[] cookbooks = library.cookbooks().entries().stream().filter(wanted).mapToInt(Cookbook::number).toArray();
		return search(library, cookbooks, arguments.text("search"));
	}

	private static OperationResult findRecipesIn(Library library, Cookbook cookbook, Arguments arguments) {
		return search(library, new int[] { cookbook.number() }, arguments.text("search"));
	}

	private static OperationResult search(Library library, int[] cookbooks, String text) {
		BitSet dishes = new BitSet();
		library.dishes()
			.entries()
			.stream()
			.filter((dish) -> dish.name().contains(text))
			.forEach((dish) -> dishes.set(dish.number()));
		return new OperationResult.Found<>(RecipeType.DESCRIPTION,
				library.recipes().ofCookbooks(cookbooks, dishes::get));
	}

	private static OperationResult findForCuisine(Library library, Library collection, Arguments arguments) {
		String cuisine = arguments.text("cuisine");
		List<Cookbook> found = library.cookbooks()
			.entries()
			.stream()
			.filter((cookbook) -> cuisine.equals(cookbook.cuisine()))
			.toList();
		return new OperationResult.Found<>(CookbookType.DESCRIPTION, Listing.of(found));
	}

	private static OperationResult findRecipeFor(Library library, Cookbook cookbook, Arguments arguments) {
		Dish dish = arguments.entry("dish", Dish.class);
		return new OperationResult.Single<>(RecipeType.DESCRIPTION,
				library.recipes().find(cookbook.number(), dish.number(), arguments.caller()).orElse(null));
	}

	private static OperationResult create(Library library, Library collection, Arguments arguments) {
		String description = arguments.textOrNull("description");
		Cookbook created = new Cookbook(library.cookbooks().nextNumber(), arguments.text("name"),
				(description != null) ? description.strip() : "", arguments.textOrNull("cuisine"),
				arguments.date("copyright_date"), arguments.date("last_printing"), arguments.number("price"), true, 0,
				null);
		RequestRefusedException.ifTaken(library.cookbooks(), created, "cookbook");
		return new OperationResult.Created(library.withCookbooks(library.cookbooks().plus(created)),
				CookbookType.DESCRIPTION.pathOf(created));
	}

	private static OperationResult makeMoreInteresting(Library library, Cookbook cookbook, Arguments arguments) {
		if (cookbook.name().startsWith("The New ")) {
			throw RequestRefusedException.badRequest("The 'New' trick can't be used on this cookbook "
					+ "because its name already starts with 'The New'.");
		}
		Cookbook renamed = cookbook.withName("The New " + cookbook.name());
		return new OperationResult.Moved(CookbookType.DESCRIPTION.access().replace(library, cookbook, renamed),
				CookbookType.DESCRIPTION.pathOf(renamed));
	}

	private static OperationResult replaceCover(Library library, Cookbook cookbook, Arguments arguments) {
		return new OperationResult.Done(
				library.storeCover(cookbook, "application/octet-stream", "cover", arguments.bytes("cover")));
	}

}
