package dev.hyperclient.docs.testing;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLConnection;
import java.nio.file.Path;
import java.util.Map;

import dev.hyperclient.CollectionType;
import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.internal.generator.GeneratorConfiguration;
import dev.hyperclient.internal.generator.RepresentationCheck;
import dev.hyperclient.internal.generator.RepresentationCheckResult;
import dev.hyperclient.test.FakeServiceExtension;
import dev.hyperclient.test.ServiceRecorder;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A recorded service in the guide, and one with the description of another service.
 */
@ExtendWith(FakeServiceExtension.class)
class RecordedServiceTests {

	static final FakeService service = FakeService.builder("cookbooks").type("dish", "dishes", (dish) -> {
		dish.text("name").collection("recipes", "recipe");
		dish.entry(Map.of("name", "Soup"));
	}).type("recipe", "recipes", (recipe) -> {
		recipe.integer("id").text("instructions").text("email").link("dish", "dish").deletable();
		recipe.entry(Map.of("id", 4, "instructions", "Boil.", "dish", "Soup"));
		recipe.operation("translate", (translate) -> translate.text("language"));
		recipe.operation("rate", (rate) -> rate.integer("stars").post());
	}).start();

	@Test
	void recordsAndReplays(ServiceRoot root, @TempDir Path folder) {
		// tag::record-service[]
		try (ServiceRecorder recorder = ServiceRecorder.recording(root, folder).redact("email")) {
			Entry recipe = recorder.root().collection("recipes").get(4);
			recipe.entry("dish").getString("name");
		}
		// end::record-service[]
		// tag::replay[]
		FakeService replayed = FakeService.replay("cookbooks", folder)
			.operation("recipe", "translate", (call) -> call.entry().text("instructions") + " in French")
			.start();
		// end::replay[]
		try (replayed; ServiceRoot client = client(replayed)) {
			Entry recipe = client.collection("recipes").get(4);
			assertThat(recipe.entry("dish").getString("name")).isEqualTo("Soup");
			assertThat(recipe.operation("translate").invoke().content()).isEqualTo("Boil. in French");
		}
		// tag::differences[]
		assertThat(ServiceRecorder.differences(root, folder)).isEmpty();
		// end::differences[]
	}

	@Test
	void recordingIsComparedWithGeneratedTypes(ServiceRoot root, @TempDir Path folder) {
		try (ServiceRecorder recorder = ServiceRecorder.recording(root, folder)) {
			recorder.root().collection("recipes").get(4).entry("dish").getString("name");
		}
		RepresentationCheckResult result = new RepresentationCheck(
				GeneratorConfiguration.of(folder.resolve("description.wadl"), "com.example.cookbooks", folder), folder)
			.run();
		assertThat(result.entries()).isEqualTo(2);
		assertThat(result.contradictions()).isEmpty();
		assertThat(result.missingRules())
			.anyMatch((rule) -> rule.contains("\"recipe\": { \"attributes\": { \"id\": \"integer\" } }"));
	}

	@Test
	void hasTheDescriptionOfAnotherService() throws IOException {
		InputStream wadl = description();
		// tag::described[]
		FakeService described = FakeService.describedBy("cookbooks", wadl)
			.entry("dishes/Soup", "dish", Map.of("name", "Soup"))
			.entry("recipes/4", "recipe", Map.of("id", 4, "instructions", "Boil.", "dish", "dishes/Soup"))
			.collection("dishes/Soup/recipes", "recipes/4")
			.operation("recipe", "rate",
					(call) -> call.change(call.entry(),
							Map.of("instructions", "Rated " + call.arguments().integer("stars"))))
			.start();
		// end::described[]
		try (described; ServiceRoot client = client(described)) {
			Entry recipe = client.collection("recipes").get(4);
			recipe.operation("rate").with("stars", 5).invoke();
			assertThat(client.collection("recipes").slice(0, 1).get(0).getString("instructions")).isEqualTo("Rated 5");
			recipe.update((changed) -> changed.set("instructions", "Bake."));
			assertThat(described.entry("recipes/4").text("instructions")).isEqualTo("Bake.");
			assertThat(client.collection("recipes").find(99)).isEmpty();
			recipe.delete();
			assertThat(client.collection("recipes").size()).isZero();
			assertThat(client.collection("recipes").find(4)).isEmpty();
		}
	}

	private static InputStream description() throws IOException {
		URLConnection connection = service.baseUrl().toURL().openConnection();
		connection.setRequestProperty("Accept", "application/vnd.sun.wadl+xml");
		try (InputStream wadl = connection.getInputStream()) {
			return new ByteArrayInputStream(wadl.readAllBytes());
		}
	}

	private static ServiceRoot client(FakeService service) {
		return ServiceRoot.builder()
			.serviceRoot(service.baseUrl())
			.collection("recipes", CollectionType.keyedBy("recipes/{key}"))
			.build();
	}

}
