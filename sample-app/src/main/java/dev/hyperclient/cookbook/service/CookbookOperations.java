package dev.hyperclient.cookbook.service;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.hyperclient.testservice.FakeEntry;
import dev.hyperclient.testservice.OperationCall;
import dev.hyperclient.testservice.RequestRefusedException;
import dev.hyperclient.testservice.TypeBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The named operations of cookbooks.
 */
final class CookbookOperations {

	private CookbookOperations() {
	}

	static void declare(TypeBuilder cookbook) {
		cookbook
			.collectionOperation("find_recipes",
					(find) -> find.documentation("Search all cookbooks for dishes whose names contain a text.")
						.text("search", (text) -> text.required())
						.bool("vegetarian")
						.returnsPage("recipe")
						.answers(CookbookOperations::findRecipes))
			.collectionOperation("find_for_cuisine",
					(find) -> find.documentation("The cookbooks of one cuisine.")
						.choice("cuisine", CookbookDeclaration.CUISINES, (cuisine) -> cuisine.required())
						.returnsPage("cookbook")
						.answers(CookbookOperations::findForCuisine))
			.collectionOperation("create",
					(create) -> create.documentation("Add a cookbook, unless its name is taken.")
						.text("name", (name) -> name.required()
							.documentation("One line of up to 500 characters, but not \".\", \"..\" or \"featured\"."))
						.text("description", (text) -> text.stripped())
						.choice("cuisine", CookbookDeclaration.CUISINES)
						.date("copyright_date", (date) -> date.required())
						.date("last_printing", (date) -> date.required())
						.decimal("price", (price) -> price.required())
						.creates("cookbook")
						.answers(CookbookOperations::create))
			.operation("find_recipes",
					(find) -> find.documentation("Search this cookbook for dishes whose names contain a text.")
						.text("search", (text) -> text.required())
						.returnsPage("recipe")
						.answers((call) -> search(call, List.of(call.entry()))))
			.operation("find_recipe_for",
					(find) -> find.documentation("The recipe this cookbook has for a dish, if any.")
						.link("dish", "dish", (dish) -> dish.required())
						.returnsEntry("recipe")
						.answers(CookbookOperations::findRecipeFor))
			.operation("make_more_interesting",
					(rename) -> rename.documentation("Put \"The New\" before the name, which moves the cookbook.")
						.post()
						.answers(CookbookOperations::makeMoreInteresting))
			.operation("replace_cover",
					(replace) -> replace.documentation("Store another cover.")
						.file("cover", (cover) -> cover.required())
						.answers((call) -> {
							call.change(call.entry(), Map.of("cover", call.arguments().bytes("cover")));
							return null;
						}));
	}

	private static List<FakeEntry> findRecipes(OperationCall call) {
		return search(call, call.entries("cookbooks")
			.stream()
			.filter((cookbook) -> !call.arguments().bool("vegetarian") || cookbook.text("cuisine").equals("Vegetarian"))
			.toList());
	}

	/**
	 * Return the recipes for the searched dishes, grouped by cookbook.
	 */
	private static List<FakeEntry> search(OperationCall call, List<FakeEntry> cookbooks) {
		String text = call.arguments().text("search");
		Map<String, List<FakeEntry>> byCookbook = call.entries("recipes")
			.stream()
			.filter((recipe) -> recipe.text("dish").contains(text))
			.collect(Collectors.groupingBy((recipe) -> recipe.text("cookbook")));
		return cookbooks.stream()
			.flatMap((cookbook) -> byCookbook.getOrDefault(cookbook.key(), List.of()).stream())
			.toList();
	}

	private static List<FakeEntry> findForCuisine(OperationCall call) {
		String cuisine = call.arguments().text("cuisine");
		return call.entries("cookbooks").stream().filter((one) -> one.text("cuisine").equals(cuisine)).toList();
	}

	private static @Nullable FakeEntry findRecipeFor(OperationCall call) {
		String dish = call.arguments().entry("dish").key();
		return call.entries("recipes")
			.stream()
			.filter((recipe) -> recipe.text("cookbook").equals(call.entry().key()) && recipe.text("dish").equals(dish))
			.filter((recipe) -> CookbookDeclaration.isVisible(recipe, call.arguments().caller()))
			.findFirst()
			.orElse(null);
	}

	private static FakeEntry create(OperationCall call) {
		Map<String, Object> values = new HashMap<>(call.arguments().values());
		values.putIfAbsent("description", "");
		values.put("confirmed", true);
		values.put("revision_number", 0);
		return call.create("cookbooks", values);
	}

	private static @Nullable Object makeMoreInteresting(OperationCall call) {
		String name = call.entry().key();
		RequestRefusedException.require(!name.startsWith("The New "),
				"The 'New' trick can't be used on this cookbook because its name already starts with 'The New'.");
		call.change(call.entry(), Map.of("name", "The New " + name));
		return null;
	}

}
