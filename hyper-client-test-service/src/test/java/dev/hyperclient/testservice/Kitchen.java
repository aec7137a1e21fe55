package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A fake service with one of everything.
 */
final class Kitchen {

	private Kitchen() {
	}

	static FakeServiceBuilder builder() {
		return FakeService.builder("kitchen")
			.type("dish", "dishes", Kitchen::declareDish)
			.type("recipe", "recipes", Kitchen::declareRecipe)
			.rootLink("dish_of_the_day", "dishes/Roast chicken");
	}

	private static void declareDish(TypeBuilder dish) {
		dish.documentation("A course of a meal.")
			.text("name")
			.choice("course", "Starter", "Main")
			.date("first_served", (date) -> date.documentation("When it was on the table first."))
			.decimal("price")
			.file("photo")
			.collection("recipes", "recipe")
			.entry(Map.of("name", "Roast chicken", "course", "Main", "photo",
					"chicken".getBytes(StandardCharsets.UTF_8)))
			.entry(Map.of("name", "Baked beans", "course", "Main", "first_served", "1901-02-03"))
			.collectionOperation("search",
					(search) -> search.text("text", (text) -> text.required())
						.returnsPage("dish")
						.answers((call) -> search(call)))
			.collectionOperation("cheapest", (cheapest) -> cheapest.returnsEntry("dish"));
	}

	private static void declareRecipe(TypeBuilder recipe) {
		recipe.integer("id")
			.text("instructions", (text) -> text.required().documentation("What to do in the kitchen."))
			.link("dish", "dish")
			.deletable()
			.entry(Map.of("id", 1, "instructions", "Roast it", "dish", "Roast chicken"))
			.entry(Map.of("id", 2, "instructions", "Soak them", "dish", "Baked beans"))
			.collectionOperation("create",
					(create) -> create.text("instructions", (text) -> text.required())
						.link("dish", "dish", (link) -> link.required())
						.creates("recipe")
						.answers((call) -> call.create("recipes",
								Map.of("instructions", call.arguments().text("instructions"), "dish",
										call.arguments().entry("dish")))))
			.operation("shout",
					(shout) -> shout.post()
						.answers((call) -> call.change(call.entry(),
								Map.of("instructions", call.entry().text("instructions") + "!"))))
			.operation("length", (length) -> length.answers((call) -> call.entry().text("instructions").length()))
			.operation("sneak",
					(sneak) -> sneak.answers((call) -> call.change(call.entry(), Map.of("instructions", "x"))));
	}

	private static List<FakeEntry> search(OperationCall call) {
		return call.entries("dishes")
			.stream()
			.filter((dish) -> dish.text("name").contains(call.arguments().text("text")))
			.toList();
	}

}
