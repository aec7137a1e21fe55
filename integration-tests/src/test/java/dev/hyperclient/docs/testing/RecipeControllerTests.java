package dev.hyperclient.docs.testing;

import java.util.Map;

import dev.hyperclient.test.AutoConfigureFakeService;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The test of web requests in the guide.
 */
// tag::web-test[]
@WebMvcTest(RecipeController.class)
@AutoConfigureFakeService
@Import(RecipeEditor.class)
class RecipeControllerTests {

	static final FakeService service = FakeService.builder("cookbooks").type("recipe", "recipes", (recipe) -> {
		recipe.integer("id").text("instructions");
		recipe.entry(Map.of("id", 4, "instructions", "Boil."));
	}).start();

	@Test
	void appendsText(@Autowired MockMvcTester mvc) {
		assertThat(mvc.put().uri("/recipes/4/addition").param("text", " Stir.")).hasStatusOk();
		assertThat(service).received("PATCH", "/recipes/4").withBodyContaining("Boil. Stir.");
	}

}
// end::web-test[]
