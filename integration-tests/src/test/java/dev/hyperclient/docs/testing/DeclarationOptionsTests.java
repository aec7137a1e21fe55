package dev.hyperclient.docs.testing;

import java.time.Duration;
import java.util.Map;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.test.FakeServiceExtension;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a declaration in the guide can say.
 */
@ExtendWith(FakeServiceExtension.class)
class DeclarationOptionsTests {

	// tag::options[]
	static final FakeService service = FakeService.builder("cookbooks")
		.version("1.0", Duration.ofHours(1))
		.pageSize(20)
		.type("dish", "dishes", (dish) -> {
			dish.text("name").collection("recipes", "recipe").deletable().maxAge(Duration.ofMinutes(1));
			dish.entry(Map.of("name", "Soup"));
		})
		.type("recipe", "recipes", (recipe) -> {
			recipe.integer("id").text("instructions").link("dish", "dish").file("photo");
			recipe.entry(Map.of("id", 4, "instructions", "Boil.", "dish", "Soup"));
			recipe.operation("copy",
					(copy) -> copy.creates("recipe")
						.answers((call) -> call.create("recipes",
								Map.of("instructions", call.entry().text("instructions"), "dish", "Soup"))));
		})
		.rootLink("best", "dishes/Soup")
		.start();

	// end::options[]

	@Test
	void declaredOptionsHaveTheirEffects(ServiceRoot root) {
		Entry dish = root.collection("dishes").get("Soup");
		assertThat(dish.collection("recipes")).hasSize(1);
		assertThat(service).outcomesOf(dish::svcRefresh).doesNotContain(CacheOutcome.MISS);
		Entry copy = root.collection("recipes").get(4).operation("copy").invoke().entry();
		assertThat(copy.getString("instructions")).isEqualTo("Boil.");
		dish.delete();
		assertThat(service.entry("recipes/5").get("dish")).isNull();
		assertThat(service.file("recipes/5", "photo")).isNull();
	}

}
