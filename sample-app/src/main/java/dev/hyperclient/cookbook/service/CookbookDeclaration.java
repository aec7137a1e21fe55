package dev.hyperclient.cookbook.service;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import dev.hyperclient.testservice.Caller;
import dev.hyperclient.testservice.FakeEntry;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.FakeServiceBuilder;
import dev.hyperclient.testservice.TypeBuilder;

/**
 * Declares the versions and entry types of the service.
 */
final class CookbookDeclaration {

	static final List<String> CUISINES = List.of("General", "Vegetarian", "American", "Dessert", "Française");

	private static final String REVISION = "revision_number";

	private CookbookDeclaration() {
	}

	/**
	 * Declare the service.
	 * @param recipes the number of generated recipes
	 * @return the builder
	 */
	static FakeServiceBuilder builder(int recipes) {
		SeedData data = SeedData.read();
		return FakeService.builder("cookbook service")
			.documentation("Cookbooks, their recipes, and the dishes these are for.")
			.version("1.0", Duration.ofSeconds(10_000))
			.version("devel", Duration.ofSeconds(2))
			.type("cookbook", "cookbooks", (cookbook) -> declareCookbook(cookbook, data))
			.type("dish", "dishes", (dish) -> declareDish(dish, data))
			.type("recipe", "recipes", (recipe) -> declareRecipe(recipe, data.recipes(recipes)))
			.rootLink("featured_cookbook", "featured", "cookbooks/" + data.cookbooks().get(0).get("name"));
	}

	static boolean isVisible(FakeEntry recipe, Caller caller) {
		return caller.authenticated() || Boolean.FALSE.equals(recipe.get("private"));
	}

	private static void declareCookbook(TypeBuilder cookbook, SeedData data) {
		cookbook.documentation("A collection of recipes between two covers.")
			.text("name")
			.date("copyright_date", (date) -> date.required().readOnly())
			.text("description", (text) -> text.stripped())
			.integer(REVISION, (revision) -> revision.required())
			.bool("confirmed", (confirmed) -> confirmed.required().redacted())
			.choice("cuisine", CUISINES)
			.date("last_printing")
			.decimal("price", (price) -> price.required())
			.collection("recipes", "recipe")
			.file("cover")
			.onChange(CookbookDeclaration::nextRevision);
		CookbookOperations.declare(cookbook);
		data.cookbooks().forEach(cookbook::entry);
	}

	private static void declareDish(TypeBuilder dish, SeedData data) {
		dish.documentation("Something to eat, whatever the recipe.").text("name").collection("recipes", "recipe");
		data.dishes().forEach(dish::entry);
	}

	private static void declareRecipe(TypeBuilder recipe, Stream<Map<String, Object>> entries) {
		recipe.documentation("How to make a dish, as one cookbook has it.")
			.integer("id")
			.link("dish", "dish", (dish) -> dish.required())
			.link("cookbook", "cookbook", (cookbook) -> cookbook.required())
			.text("instructions", (instructions) -> instructions.required())
			.bool("private", (hidden) -> hidden.required().readOnly())
			.file("prepared_image", (image) -> image.readOnly())
			.deletable()
			.visibleIf(CookbookDeclaration::isVisible);
		entries.forEach(recipe::entry);
	}

	/**
	 * Count a change, unless it sets the revision number itself.
	 */
	private static Map<String, Object> nextRevision(FakeEntry before, FakeEntry after) {
		if (!(after.get(REVISION) instanceof Integer number) || !Objects.equals(before.get(REVISION), number)) {
			return Map.of();
		}
		return Map.of(REVISION, (number != Integer.MAX_VALUE) ? number + 1 : 0);
	}

}
