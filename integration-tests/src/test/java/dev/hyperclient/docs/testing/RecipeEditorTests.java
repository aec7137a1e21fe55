package dev.hyperclient.docs.testing;

import java.util.Map;

import dev.hyperclient.test.HyperClientTest;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;

/**
 * The first test of the guide.
 */
// tag::first-test[]
@HyperClientTest(RecipeEditor.class)
class RecipeEditorTests {

	static final FakeService service = FakeService.builder("cookbooks").type("recipe", "recipes", (recipe) -> {
		recipe.integer("id").text("instructions");
		recipe.entry(Map.of("id", 4, "instructions", "Boil."));
	}).start();

	@Test
	void appendsText(@Autowired RecipeEditor editor) {
		editor.append(4, " Stir.");
		assertThat(service).received("PATCH", "/recipes/4").withIfMatch().withBodyContaining("Boil. Stir.");
	}

}
// end::first-test[]
