package dev.hyperclient.docs.testing;

import java.util.Map;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.test.HyperClientTest;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The test of a version that is gone in "Check requests and cause faults".
 */
@HyperClientTest(properties = { "hyper-client.validation-interval=1ns",
		"hyper-client.collections.recipes.key-path=recipes/{key}" })
class GoneVersionTests {

	static final FakeService service = FakeService.builder("cookbooks").type("recipe", "recipes", (recipe) -> {
		recipe.integer("id").text("instructions");
		recipe.entry(Map.of("id", 4, "instructions", "Boil."));
	}).start();

	@Test
	void versionThatIsGoneIsNoMissingEntry(@Autowired ServiceRoot root) {
		// tag::gone[]
		root.svcRefresh();
		service.faults().failNext("GET", "/", 404);
		assertThatExceptionOfType(ServiceDescriptionException.class)
			.isThrownBy(() -> root.collection("recipes").get(99));
		// end::gone[]
		assertThat(root.collection("recipes").find(99)).isEmpty();
	}

}
