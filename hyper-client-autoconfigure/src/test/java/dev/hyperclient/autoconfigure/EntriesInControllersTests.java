package dev.hyperclient.autoconfigure;

import java.util.List;
import java.util.Map;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Resources that controllers return.
 */
@ExtendWith(OutputCaptureExtension.class)
class EntriesInControllersTests {

	@AutoClose
	private static final FakeService service = FakeService.builder("cookbooks").type("dish", "dishes", (dish) -> {
		dish.text("name");
		dish.entry(Map.of("name", "Soup"));
	}).type("recipe", "recipes", (recipe) -> {
		recipe.integer("id").text("instructions", (text) -> text.redacted()).link("dish", "dish");
		recipe.entry(Map.of("id", 4, "instructions", "Boil.", "dish", "Soup"));
	}).start();

	@ParameterizedTest
	@EnumSource
	void fetchedEntryHasItsAttributesAndLinks(WebStack stack) {
		String recipe = """
				{"self_link": "%1$srecipes/4", "web_link": "http://localhost:%2$d/recipes/4", "id": 4, "dish_link": "%1$sdishes/Soup"}"""
			.formatted(service.baseUrl(), service.port());
		try (WebStack.Application browser = stack.start(service.baseUrl(), Controllers.class)) {
			WebStack.Response response = browser.get("/record");
			assertThat(response.status()).isEqualTo(200);
			assertThat(JsonMapper.shared().readTree(response.body()))
				.isEqualTo(JsonMapper.shared().readTree("{\"title\": \"Today\", \"recipes\": [%s]}".formatted(recipe)));
		}
	}

	@ParameterizedTest
	@EnumSource
	void otherResourcesAreErrorsWithoutRequest(WebStack stack, CapturedOutput output) {
		try (WebStack.Application browser = stack.start(service.baseUrl(), Controllers.class)) {
			int before = service.requests().size();
			assertIsRefused(browser.get("/unfetched"), output, "recipes/4 cannot be written as JSON");
			assertIsRefused(browser.get("/collection"), output, "Return a list");
			assertThat(service.requests().size()).isEqualTo(before);
		}
	}

	private static void assertIsRefused(WebStack.Response response, CapturedOutput output, String advice) {
		assertThat(response.status()).isEqualTo(500);
		assertThat(response.body()).doesNotContain("fetched");
		assertThat(output).contains(advice);
	}

	@RestController
	static class Controllers {

		private final ServiceRoot root;

		Controllers(ServiceRoot root) {
			this.root = root;
		}

		@GetMapping("/record")
		Menu record() {
			return new Menu("Today", List.of(this.root.collection("recipes").get(4)));
		}

		@GetMapping("/unfetched")
		Menu unfetched() {
			return new Menu("Today", List.of(this.root.collection("recipes").getReference(4)));
		}

		@GetMapping("/collection")
		EntryCollection collection() {
			return this.root.collection("recipes");
		}

	}

	record Menu(String title, List<Entry> recipes) {
	}

}
