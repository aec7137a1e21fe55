// tag::tutorial-tests[]
package com.example.kitchen;

import java.nio.file.Path;
import java.util.Map;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.test.AutoConfigureFakeService;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

@WebMvcTest(RecipeController.class)
@AutoConfigureFakeService
class RecipeControllerTests {

	static final FakeService service = FakeService
		.describedBy("cookbooks", Path.of("src/main/hyper-client/cookbook.wadl"))
		.entry("dishes/Soup", "dish", Map.of("name", "Soup"))
		.entry("recipes/4", "recipe", Map.of("id", 4, "instructions", "Boil.", "dish", "dishes/Soup"))
		.start();

	@Autowired
	MockMvcTester mvc;

	@Test
	void listsRecipes() {
		assertThat(this.mvc.get().uri("/")).hasStatusOk().bodyText().contains("Soup", "Boil.");
	}

	@Test
	void appendsText() {
		assertThat(this.mvc.post().uri("/recipes/4/addition").param("text", "Serve.")).hasRedirectedUrl("/");
		assertThat(service).received("PATCH", "/recipes/4").withIfMatch().withBodyContaining("Boil. Serve.");
	}

	@Test
	void dishIsNotTransferredTwice() {
		assertThat(this.mvc.get().uri("/")).hasStatusOk();
		assertThat(service).outcomesOf(() -> this.mvc.get().uri("/").exchange())
			.containsExactly(CacheOutcome.MISS, CacheOutcome.REVALIDATED);
	}

	@Test
	void answersOutageWith503() {
		service.faults().failNext(503, 100);
		assertThat(this.mvc.get().uri("/")).hasStatus(503);
	}

}
// end::tutorial-tests[]
