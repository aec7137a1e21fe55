package dev.hyperclient.test;

import java.time.LocalDate;
import java.util.Map;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.PreconditionFailed;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.FakeServiceBuilder;
import dev.hyperclient.testservice.TypeBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.MediaType;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The client at a fake service.
 */
@ExtendWith(FakeServiceExtension.class)
class FakeServiceClientTests {

	static final FakeService service = kitchen().start();

	@Test
	void clientReadsTypesValuesAndLinks(ServiceRoot root) {
		Entry recipe = root.collection("recipes").get(1);
		assertThat(recipe.getString("instructions")).isEqualTo("Roast it");
		assertThat(recipe.entry("dish").getDate("first_served")).isEqualTo(LocalDate.of(1901, 2, 3));
		assertThat(recipe.entry("dish").type().attribute("course").orElseThrow().options()).containsExactly("Starter",
				"Main");
		assertThat(recipe.entry("dish").collection("recipes").size()).isOne();
		assertThat(root.type("dish").documentation()).hasValue("A course of a meal.");
	}

	@Test
	void clientReadsPages(ServiceRoot root) {
		for (int i = 0; i < 12; i++) {
			service.add("recipes", Map.of("instructions", "Step " + i));
		}
		EntryCollection recipes = root.collection("recipes");
		assertThat(recipes).hasSize(14);
		assertThat(recipes.slice(7, 9)).extracting((recipe) -> recipe.getString("instructions"))
			.containsExactly("Step 5", "Step 6");
	}

	@Test
	void clientSavesAndDetectsConflict(ServiceRoot root) {
		Entry recipe = root.collection("recipes").get(1);
		recipe.set("instructions", "Grill it").save();
		assertThat(service.entry("recipes/1").get("instructions")).isEqualTo("Grill it");
		assertThat(service).received("PATCH", "/recipes/1").withIfMatch().times(1);
		service.change("recipes/1", Map.of("instructions", "Steam it"));
		assertThatExceptionOfType(PreconditionFailed.class)
			.isThrownBy(() -> recipe.set("instructions", "Fry it").save());
		recipe.discardChanges();
		recipe.update((present) -> present.set("instructions", present.getString("instructions") + ", then eat it"));
		assertThat(service.entry("recipes/1").get("instructions")).isEqualTo("Steam it, then eat it");
	}

	@Test
	void clientInvokesOperations(ServiceRoot root) {
		Entry created = root.collection("recipes")
			.operation("create")
			.with("instructions", "Stew it")
			.with("dish", root.collection("dishes").at(0))
			.invoke()
			.entry();
		assertThat(created.selfLink()).hasPath("/1.0/recipes/3");
		EntryCollection found = root.collection("recipes").operation("find").with("text", "it").invoke().collection();
		assertThat(found).hasSize(2);
		assertThatExceptionOfType(HTTPError.class).isThrownBy(() -> created.operation("taste").invoke())
			.withMessageContaining("The operation 'taste' of 'recipe' has no behavior.");
	}

	@Test
	void clientFollowsNewKeyAndStoresFile(ServiceRoot root) {
		Entry dish = root.collection("dishes").at(0);
		dish.set("name", "Chicken / roasted").save();
		assertThat(dish.selfLink().getRawPath()).isEqualTo("/1.0/dishes/Chicken%20%2F%20roasted");
		dish.file("photo").write(new ByteArrayResource(new byte[] { 1, 2 }), MediaType.IMAGE_PNG, "photo.png");
		assertThat(dish.file("photo").open().contentType()).hasValue(MediaType.IMAGE_PNG);
	}

	@Test
	void clientRetriesAndReportsFaults(ServiceRoot root) {
		EntryCollection recipes = root.collection("recipes");
		service.faults().failNext(503, 2);
		assertThat(recipes.get(1).getString("instructions")).isEqualTo("Roast it");
		service.faults().failNext(500);
		assertThatExceptionOfType(HTTPError.class).isThrownBy(() -> recipes.get(2));
		service.faults().htmlNext();
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> recipes.get(2));
		service.faults().breakNext();
		assertThatExceptionOfType(TransportException.class).isThrownBy(() -> recipes.get(2));
		service.faults().interimNext();
		assertThat(recipes.get(2).getString("instructions")).isEqualTo("Soak them");
	}

	private static FakeServiceBuilder kitchen() {
		return FakeService.builder("kitchen")
			.type("dish", "dishes",
					(dish) -> dish.documentation("A course of a meal.")
						.text("name")
						.choice("course", "Starter", "Main")
						.date("first_served")
						.file("photo")
						.collection("recipes", "recipe")
						.entry(Map.of("name", "Roast chicken", "course", "Main", "first_served", "1901-02-03")))
			.type("recipe", "recipes", FakeServiceClientTests::declareRecipe);
	}

	private static void declareRecipe(TypeBuilder recipe) {
		recipe.integer("id")
			.text("instructions")
			.link("dish", "dish")
			.entry(Map.of("id", 1, "instructions", "Roast it", "dish", "Roast chicken"))
			.entry(Map.of("id", 2, "instructions", "Soak them"))
			.operation("taste", (taste) -> {
			})
			.collectionOperation("find",
					(find) -> find.text("text", (text) -> text.required())
						.returnsPage("recipe")
						.answers((call) -> call.entries("recipes")
							.stream()
							.filter((one) -> one.text("instructions").contains(call.arguments().text("text")))
							.toList()))
			.collectionOperation("create",
					(create) -> create.text("instructions")
						.link("dish", "dish")
						.creates("recipe")
						.answers((call) -> call.create("recipes", Map.of("instructions",
								call.arguments().text("instructions"), "dish", call.arguments().entry("dish")))));
	}

}
