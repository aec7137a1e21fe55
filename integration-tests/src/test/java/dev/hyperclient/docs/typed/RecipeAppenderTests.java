package dev.hyperclient.docs.typed;

import java.nio.file.Path;
import java.util.Map;

import dev.hyperclient.test.HyperClientTest;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;

/**
 * A component with a typed client, in a slice.
 */
// tag::typed-slice[]
@HyperClientTest(RecipeAppender.class)
class RecipeAppenderTests {

	static final FakeService service = FakeService
		.describedBy("cookbooks", Path.of("src/main/hyper-client/cookbook.wadl"))
		.entry("recipes/4", "recipe", Map.of("id", 4, "instructions", "Boil."))
		.start();

	@Test
	void appendsText(@Autowired RecipeAppender appender) {
		appender.append(4, " Serve.");
		assertThat(service).received("PATCH", "/recipes/4").withIfMatch().withBodyContaining("Boil. Serve.");
	}

}
// end::typed-slice[]
