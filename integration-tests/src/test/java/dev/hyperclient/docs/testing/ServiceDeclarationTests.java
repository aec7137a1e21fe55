package dev.hyperclient.docs.testing;

import java.time.Duration;
import java.util.Map;

import dev.hyperclient.CollectionType;
import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.netty.InterimResponses;
import dev.hyperclient.retry.RetryPolicy;
import dev.hyperclient.test.Entries;
import dev.hyperclient.test.FakeServiceExtension;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.netty.http.client.HttpClient;

import org.springframework.http.HttpStatus;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Declaration of a service in the guide, and tests that use it.
 */
@ExtendWith(FakeServiceExtension.class)
class ServiceDeclarationTests {

	// tag::declaration[]
	static final FakeService service = FakeService.builder("cookbooks")
		.version("1.0")
		.type("dish", "dishes", (dish) -> {
			dish.text("name").key("name");
			dish.entry(Map.of("name", "Soup"));
		})
		.type("recipe", "recipes", (recipe) -> {
			recipe.integer("id", (id) -> id.readOnly())
				.text("instructions", (text) -> text.documentation("How to cook it."))
				.choice("course", "Starter", "Main dish")
				.link("dish", "dish");
			recipe.entry(Map.of("id", 4, "instructions", "Boil.", "course", "Starter", "dish", "Soup"));
			recipe.collectionOperation("find_by_course",
					(find) -> find.text("course")
						.returnsPage("recipe")
						.answers((call) -> call.entries("recipes")
							.stream()
							.filter((found) -> found.text("course").equals(call.arguments().text("course")))
							.toList()));
		})
		.start();

	// end::declaration[]

	@Test
	void retriesRequestThatFailed(ServiceRoot root) {
		// tag::fault[]
		service.faults().failNext(503, 2);
		Entry recipe = root.collection("recipes").get(4);
		assertThat(service).received("GET", "/recipes/4").withStatus(503).times(2);
		// end::fault[]
		assertThat(recipe.getString("instructions")).isEqualTo("Boil.");
	}

	@Test
	void appliesChangeAgainAfterConflict(ServiceRoot root) {
		// tag::conflict[]
		Entry recipe = root.collection("recipes").get(4);
		service.change("recipes/4", Map.of("instructions", "Bake."));
		recipe.update((changed) -> changed.set("course", "Main dish"));
		assertThat(service).received("PATCH", "/recipes/4").withIfMatch().withStatus(412).times(1);
		assertThat(recipe.getString("instructions")).isEqualTo("Bake.");
		// end::conflict[]
	}

	@Test
	void cacheSeesTimeOfService(ServiceRoot root) {
		// tag::time[]
		root.collection("recipes").get(4);
		service.advance(Duration.ofHours(2));
		assertThat(root.cache().recentEntries(1)).allMatch((stored) -> stored.age().toHours() == 2);
		// end::time[]
	}

	@Test
	void waitEndsWhenSleeperChangesEntry() {
		// tag::await-time[]
		RetryPolicy policy = RetryPolicy.defaults()
			.withSleeper((time) -> service.change("recipes/4", Map.of("instructions", "Serve.")));
		try (ServiceRoot root = ServiceRoot.builder().serviceRoot(service.baseUrl()).retryPolicy(policy).build()) {
			Entry recipe = root.load("recipes/4", Entry.class);
			recipe.await((it) -> it.getString("instructions").equals("Serve."), Duration.ofHours(1));
		}
		// end::await-time[]
		assertThat(service).received("GET", "/recipes/4").times(2);
	}

	@Test
	void readsUnchangedEntryConditionally(ServiceRoot root) {
		// tag::received[]
		root.collection("recipes").get(4).svcRefresh();
		assertThat(service).received("GET", "/recipes/4").withIfNoneMatch().withStatus(304).times(1);
		assertThat(service).didNotReceive("PATCH", "/recipes/4");
		// end::received[]
	}

	@Test
	void operationIsReceivedWithItsArguments(ServiceRoot root) {
		// tag::argument[]
		root.collection("recipes").operation("find_by_course").with("course", "Starter").invoke();
		assertThat(service).received("GET", "/recipes")
			.withArgument("ws.op", "find_by_course")
			.withArgument("course", "Starter");
		// end::argument[]
		assertThat(service).received("GET", "/recipes?ws.op=find_by_course&course=%22Starter%22").times(1);
	}

	@Test
	void versionThatIsGoneIsNoMissingEntry() {
		try (ServiceRoot root = ServiceRoot.builder()
			.serviceRoot(service.baseUrl())
			.validationInterval(Duration.ofNanos(1))
			.collection("recipes", CollectionType.keyedBy("recipes/{key}"))
			.build()) {
			// tag::gone[]
			root.svcRefresh();
			service.faults().failNext("GET", "/", 404);
			assertThatExceptionOfType(ServiceDescriptionException.class)
				.isThrownBy(() -> root.collection("recipes").get(99));
			// end::gone[]
			assertThat(root.collection("recipes").find(99)).isEmpty();
		}
	}

	@Test
	void createsEntryWithoutServer() {
		// tag::entries[]
		Entries entries = Entries.describedBy(service);
		Entry dish = entries.entry("dish", Map.of("name", "Soup"));
		Entry recipe = entries.entry("recipe", Map.of("instructions", "Boil.", "dish", dish));
		assertThat(recipe.entry("dish").getString("name")).isEqualTo("Soup");
		// end::entries[]
	}

	@Test
	void nothingIsTransferredAgain(ServiceRoot root) {
		// tag::outcomes[]
		Entry recipe = root.collection("recipes").get(4);
		assertThat(service).outcomesOf(() -> {
			recipe.svcRefresh();
			recipe.entry("dish").getString("name");
		}).containsExactly(CacheOutcome.REVALIDATED, CacheOutcome.MISS);
		// end::outcomes[]
		assertThat(service).outcomesOf(recipe::svcRefresh).doesNotContain(CacheOutcome.MISS);
	}

	@Test
	void webClientIgnoresInterimResponse() {
		// tag::interim[]
		HttpClient client = InterimResponses.skip(HttpClient.create());
		WebClient webClient = WebClient.builder().clientConnector(new ReactorClientHttpConnector(client)).build();
		service.faults().interimNext();
		assertThat(webClient.get().uri(service.baseUrl() + "recipes/4").retrieve().toBodilessEntity().block())
			.satisfies((response) -> assertThat(response.getStatusCode()).isEqualTo(HttpStatus.OK));
		// end::interim[]
	}

	@Test
	void controllerReturnsEntryAsJson() {
		// tag::entry-as-json[]
		Entry recipe = Entries.describedBy(service).entry("recipe", Map.of("instructions", "Boil."));
		RecipeFinder recipes = mock(RecipeFinder.class);
		given(recipes.find(4)).willReturn(recipe);
		MockMvcTester mvc = MockMvcTester.of(new RecipeJsonController(recipes));
		assertThat(mvc.get().uri("/recipes/4")).bodyJson().extractingPath("instructions").isEqualTo("Boil.");
		// end::entry-as-json[]
	}

	interface RecipeFinder {

		Entry find(int id);

	}

	@RestController
	record RecipeJsonController(RecipeFinder recipes) {

		@GetMapping("/recipes/{id}")
		Entry recipe(@PathVariable int id) {
			return this.recipes.find(id);
		}

	}

}
