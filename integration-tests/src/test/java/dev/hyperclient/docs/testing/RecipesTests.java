package dev.hyperclient.docs.testing;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.test.FakeServiceExtension;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;

/**
 * The test of the guide without Spring.
 */
// tag::junit-test[]
@ExtendWith(FakeServiceExtension.class)
class RecipesTests {

	record Recipe(int id, String instructions) {
	}

	static final FakeService service = FakeService.builder("cookbooks").type("recipe", "recipes", (recipe) -> {
		recipe.integer("id").text("instructions");
		recipe.entry(new Recipe(4, "Boil.")).entry(new Recipe(5, "Bake."));
	}).start();

	@Test
	void listNeedsOneRequest(ServiceRoot root) {
		assertThat(service).requestsOf(() -> root.collection("recipes").forEach(Entry::uri))
			.hasSizeLessThanOrEqualTo(1);
	}

}
// end::junit-test[]
