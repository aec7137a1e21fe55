package dev.hyperclient.explorer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.FakeServiceBuilder;
import dev.hyperclient.testservice.ReplayedServiceBuilder;

/**
 * A service with all that a description can contain.
 */
final class Cookbooks {

	private Cookbooks() {
	}

	static FakeServiceBuilder builder() {
		return FakeService.builder("cookbooks")
			.documentation("Cookbooks and their recipes.")
			.type("cookbook", "cookbooks", (cookbook) -> {
				cookbook.documentation("A collection of recipes. It has covers.")
					.text("name")
					.choice("cuisine", "General", "Française")
					.date("printed")
					.decimal("price")
					.map("extra")
					.file("cover")
					.collection("recipes", "recipe");
				cookbook.entry(Map.of("name", "Soups", "cuisine", "General", "printed", "2020-01-31", "price", 12.5,
						"extra", Map.of("pages", 100)));
				cookbook.collectionOperation("create",
						(create) -> create.documentation("Add a cookbook.")
							.text("name", (name) -> name.required().documentation("The title on the cover."))
							.choice("cuisine", "General", "Française")
							.date("printed")
							.post()
							.creates("cookbook")
							.answers((call) -> call.create("cookbooks", call.arguments().values())));
				cookbook.operation("find_recipes", (find) -> find.documentation("Find recipes by their instructions.")
					.text("search", (search) -> search.required())
					.bool("exact")
					.returnsPage("recipe")
					.answers((call) -> call.entries("recipes")
						.stream()
						.filter((recipe) -> recipe.text("instructions").contains(call.arguments().text("search")))
						.toList()));
				cookbook.operation("best_recipe",
						(best) -> best.link("like", "recipe")
							.returnsEntry("recipe")
							.answers((call) -> call.entries("recipes").get(0)));
				cookbook.operation("rate",
						(rate) -> rate.integer("stars", (stars) -> stars.required()).post().answers((call) -> null));
				cookbook.operation("illustrate",
						(illustrate) -> illustrate.file("picture").post().answers((call) -> null));
			})
			.type("recipe", "recipes", (recipe) -> {
				recipe.documentation("How to make a dish.")
					.integer("id")
					.text("instructions", (text) -> text.required().documentation("What to do, step by step."))
					.bool("class", (hidden) -> hidden.readOnly())
					.link("cookbook", "cookbook")
					.deletable();
				IntStream.rangeClosed(1, 60)
					.forEach((id) -> recipe.entry(Map.of("id", id, "instructions", "Boil %d.".formatted(id), "class",
							true, "cookbook", "Soups")));
			});
	}

	/** Return a service with the same description, and no data. */
	static ReplayedServiceBuilder described(FakeService model) {
		return FakeService.describedBy("cookbooks", model.description());
	}

	/** Return a service with a changed description, and no data. */
	static ReplayedServiceBuilder described(FakeService model, UnaryOperator<String> change) throws IOException {
		String wadl = new String(model.description().readAllBytes(), StandardCharsets.UTF_8);
		return FakeService.describedBy("cookbooks",
				new ByteArrayInputStream(change.apply(wadl).getBytes(StandardCharsets.UTF_8)));
	}

}
