package dev.hyperclient;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.hyperclient.call.ClientListener;
import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.error.NoSuchEntryException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.fixtures.LogLines;
import dev.hyperclient.internal.description.WadlApplication;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Validations of a root that is in use. Unless a test is about threads, they run on the
 * calling thread, and the interval has always passed.
 */
class RootValidationTests {

	private static final Duration AT_ONCE = Duration.ofNanos(1);

	@RegisterExtension
	private final StubService service = new StubService();

	@RegisterExtension
	private final LogLines log = new LogLines("dev.hyperclient.client.stub", Level.INFO);

	private final List<String> events = new ArrayList<>();

	@BeforeEach
	void listen() {
		serveRoot("first", StubService.wadl(this.service.url("")), this.service.rootJson(), "");
		this.service.serveJson("recipes/1", this.service.recipe(1, "Stir."));
	}

	@Test
	void changedDescriptionTakesEffectAfterCallThatSendsRequest() {
		ServiceRoot root = this.service.open(client());
		Entry held = root.collection("recipes").get(1);
		serveChangedRoot();
		assertThatExceptionOfType(NoSuchAttributeException.class).isThrownBy(() -> root.collection("spices"));
		held.svcRefresh();
		assertThat(root.collection("spices").uri()).hasToString(this.service.url("spices"));
		assertThat(root.entry("featured").uri()).hasToString(this.service.url("recipes/featured"));
		Entry current = root.collection("recipes").get(1);
		assertThat(current.svcAttributes()).contains("notes").doesNotContain("servings");
		assertThatExceptionOfType(NoSuchAttributeException.class).isThrownBy(() -> current.get("servings"))
			.withMessageContaining("no attribute 'servings'");
		assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(() -> current.operation("cook"));
		assertThat(this.log.of(Level.INFO)).last()
			.asString()
			.isEqualTo("The description of service 'stub' at " + this.service.url("")
					+ " has changed: top-level collections added: 1 (spices); types added: 1 (spice);"
					+ " attributes and links added: 1 (recipe.notes); attributes and links removed: 1 (recipe.servings);"
					+ " operations removed: 1 (recipe.cook). It has 6 resource types now.");
	}

	@Test
	void existingEntryKeepsItsDescription() {
		ServiceRoot root = this.service.open(client());
		Entry held = root.collection("recipes").get(1);
		serveChangedRoot();
		root.load("recipes/1");
		assertThat(root.svcCollections()).contains("spices");
		assertThat(held.svcAttributes()).contains("servings").doesNotContain("notes");
		assertThat(held.operation("cook").name()).isEqualTo("cook");
	}

	@Test
	void unchangedDocumentsCostTwoConditionalRequestsAndAreNotParsed() {
		ServiceRoot root = this.service.open(client());
		WadlApplication description = WadlApplication.of(root.type());
		this.service.forgetRequests();
		root.load("recipes/1");
		assertThat(this.service.requestsFor("")).hasSize(2)
			.allSatisfy((request) -> assertThat(request.header(HttpHeaders.IF_NONE_MATCH).firstValue())
				.isEqualTo("\"first\""));
		assertThat(WadlApplication.of(root.type())).isSameAs(description);
		assertThat(this.events).containsExactly("loaded", "validated");
	}

	@Test
	void textOfTheDescriptionIsTheStoredDocument() {
		ServiceRoot root = this.service.open(client());
		root.type();
		this.service.forgetRequests();
		assertThat(root.descriptionText()).isEqualTo(StubService.wadl(this.service.url("")));
		assertThat(this.service.requestsFor("")).singleElement()
			.satisfies((request) -> assertThat(request.header(HttpHeaders.IF_NONE_MATCH).firstValue())
				.isEqualTo("\"first\""));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "root" })
	void refreshOfTheRootStartsNoValidation(String representation) {
		this.service.serve("root", StubService.json(this.service.rootJson()));
		serve(StubService.WADL_TYPE,
				StubService.wadl(this.service.url(""))
					.replace("base=\"" + this.service.url(""), "base=\"" + this.service.url(representation)),
				"other", "");
		ServiceRoot root = this.service.open(client());
		this.service.forgetRequests();
		root.svcRefresh();
		assertThat(this.service.requestCount()).isEqualTo(2);
	}

	@Test
	void longListOfChangesIsCut() {
		StringBuilder types = new StringBuilder();
		for (int i = 0; i < 1_000; i++) {
			types.append("<w:resource_type id=\"type-%d-%s\"/>".formatted(i, "x".repeat(1_000)));
		}
		ServiceRoot root = this.service.open(client());
		serveRoot("second",
				StubService.wadl(this.service.url("")).replace("</w:application>", types + "</w:application>"),
				this.service.rootJson(), "");
		root.svcRefresh();
		assertThat(this.log.of(Level.INFO)).last()
			.asString()
			.contains("types added: 1000 (type-0-x")
			.contains(", ...)")
			.hasSizeLessThan(1_500);
	}

	@Test
	void actionsRunAgainAfterChangeOfDescriptionOnly() {
		List<Integer> types = new ArrayList<>();
		ServiceRoot root = this.service.open(client());
		root.whenFetched(() -> types.add(root.types().size()));
		root.load("recipes/1");
		assertThat(types).containsExactly(5);
		serveChangedRoot();
		root.load("recipes/1");
		root.load("recipes/1");
		assertThat(types).containsExactly(5, 6);
		assertThat(this.events).containsExactly("loaded", "validated", "loaded", "validated", "validated");
	}

	@Test
	void freshRootIsNotRequested() {
		serveRoot("fresh", StubService.wadl(this.service.url("")), this.service.rootJson(), "max-age=3600");
		ServiceRoot root = this.service.open(client());
		root.load("recipes/1");
		assertThat(this.service.requestsFor("")).hasSize(2);
	}

	@Test
	void callFromTheCacheStartsNoValidation() {
		this.service.serve("recipes/1", StubService.fresh(this.service.recipe(1, "Stir.")));
		ServiceRoot root = this.service.open(client());
		root.load("recipes/1");
		this.service.forgetRequests();
		root.load("recipes/1");
		assertThat(this.service.requestCount()).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT0S", "PT1H", "PT9000000000000000S" })
	void rootIsNotValidatedWithinIntervalOrIfTurnedOff(Duration interval) {
		ServiceRoot root = this.service.open(client().validationInterval(interval));
		root.load("recipes/1");
		assertThat(this.service.requestsFor("")).hasSize(2);
	}

	@Test
	void failedValidationKeepsDescriptionAndIsLoggedOncePerOutage() {
		ServiceRoot root = this.service.open(client());
		List<ResponseDefinitionBuilder> failures = List.of(aResponse().withStatus(503),
				aResponse().withFault(Fault.EMPTY_RESPONSE),
				aResponse().withHeader("Content-Type", StubService.WADL_TYPE).withBody("<no description"));
		for (ResponseDefinitionBuilder failure : failures) {
			this.service.serve("", failure);
			assertThat(root.load("recipes/1", Entry.class).getString("instructions")).isEqualTo("Stir.");
		}
		assertThat(this.log.of(Level.WARN)).singleElement()
			.asString()
			.startsWith("The root of service 'stub' at " + this.service.url("") + " could not be validated (")
			.contains("503")
			.endsWith("logged at debug level.");
		serveChangedRoot();
		root.load("recipes/1");
		assertThat(root.svcCollections()).contains("spices");
	}

	@Test
	void callsDoNotWaitAndOneValidationRunsAtATime() throws Exception {
		CountDownLatch held = new CountDownLatch(1);
		CountDownLatch onTheWire = new CountDownLatch(1);
		ServiceRoot root = client().executor(null).webClient(() -> WebClient.builder().filter((request, next) -> {
			if (!request.headers().containsHeader(HttpHeaders.IF_NONE_MATCH)) {
				return next.exchange(request);
			}
			return Mono.fromCallable(() -> {
				onTheWire.countDown();
				held.await();
				return request;
			}).subscribeOn(Schedulers.boundedElastic()).flatMap(next::exchange);
		}).build()).build();
		try (root) {
			root.load("recipes/1");
			onTheWire.await();
			for (int i = 0; i < 10; i++) {
				root.load("recipes/1");
			}
			List<Thread> threads = Thread.getAllStackTraces()
				.keySet()
				.stream()
				.filter((thread) -> thread.getName().startsWith("hyper-client-call-stub"))
				.toList();
			assertThat(threads).singleElement().matches(Thread::isDaemon);
			root.close();
			threads.get(0).join(Duration.ofSeconds(30).toMillis());
			assertThat(threads.get(0).isAlive()).isFalse();
			assertThat(this.log.of(Level.WARN)).isEmpty();
		}
		finally {
			held.countDown();
		}
	}

	@ParameterizedTest
	@CsvSource({ "404, 404", "404, 410", "410, 410" })
	void removedVersionIsNoMissingEntry(int status, int statusOfRoot) {
		this.service.serve("recipes/2", aResponse().withStatus(status));
		ServiceRoot root = this.service.open(client());
		this.service.serve("", aResponse().withStatus(statusOfRoot));
		Supplier<Entry> reference = () -> root.collection("recipes").getReference(2);
		Stream
			.<ThrowingCallable>of(() -> root.collection("recipes").get(2), () -> root.load("recipes/2"),
					() -> reference.get().get("id"), () -> reference.get().svcRefresh(),
					() -> reference.get().set("instructions", "Stir."), () -> reference.get().delete(),
					() -> reference.get().selfLink())
			.forEach((use) -> assertThatExceptionOfType(ServiceDescriptionException.class).isThrownBy(use)
				.withMessageStartingWith(
						"%s was answered with %d, and so was the root of the service, %s, with %d: whether ",
						this.service.url("recipes/2"), status, this.service.url(""), statusOfRoot)
				.withMessageEndingWith(
						" exists is unknown. Check the base URL and the version (serviceRoot, version)"));
	}

	@Test
	void linkedEntryThatIsMissingCausesNoValidation() {
		ServiceRoot root = this.service.open(client().executor((validation) -> {
		}));
		this.service.serveJson("recipes/1", this.service.recipe(1, "Stir.")
			.replace("}", ", \"dish_link\": \"%s\"}".formatted(this.service.url("recipes/2"))));
		Entry dish = root.collection("recipes").get(1).entry("dish");
		this.service.forgetRequests();
		assertThatExceptionOfType(NotFound.class).isThrownBy(dish::svcRefresh);
		assertThat(this.service.requestsFor("")).isEmpty();
	}

	@Test
	void missingEntryOfServiceThatHasItsRootIsMissing() {
		ServiceRoot root = this.service.open(client());
		assertMissing(root);
		assertThatExceptionOfType(NotFound.class)
			.isThrownBy(() -> root.collection("recipes").getReference(2).get("id"));
		this.service.serve("", aResponse().withStatus(503));
		assertMissing(root);
	}

	@Test
	void rootFromTheCacheIsValidatedOnceAfterMissingEntries(@TempDir Path directory) {
		serveRoot("first", StubService.wadl(this.service.url("")), this.service.rootJson(), "max-age=3600");
		ServiceRootBuilder builder = client().cache(directory).validationInterval(Duration.ofHours(1));
		try (ServiceRoot root = builder.build()) {
			assertMissing(root);
			assertThat(this.service.requestsFor("")).hasSize(2);
		}
		this.service.forgetRequests();
		try (ServiceRoot root = builder.build()) {
			assertThat(this.service.requestsFor("")).isEmpty();
			assertMissing(root);
			assertMissing(root);
			assertThat(this.service.requestsFor("")).hasSize(2);
		}
	}

	@Test
	void missingEntryOfRecentRootCausesNoValidationWithoutInterval() {
		ServiceRoot root = this.service.open(client().validationInterval(Duration.ZERO));
		this.service.serve("", aResponse().withStatus(404));
		assertMissing(root);
	}

	@Test
	void removedVersionOfRootFromTheCacheIsNoMissingEntryWithoutInterval(@TempDir Path directory) {
		serveRoot("first", StubService.wadl(this.service.url("")), this.service.rootJson(), "max-age=3600");
		ServiceRootBuilder builder = client().cache(directory).validationInterval(Duration.ZERO);
		builder.build().close();
		this.service.serve("", aResponse().withStatus(404));
		ServiceRoot root = this.service.open(builder);
		assertThatExceptionOfType(ServiceDescriptionException.class)
			.isThrownBy(() -> root.collection("recipes").get(2));
		assertThatExceptionOfType(ServiceDescriptionException.class)
			.isThrownBy(() -> root.collection("recipes").find(2));
	}

	private static void assertMissing(ServiceRoot root) {
		assertThatExceptionOfType(NoSuchEntryException.class).isThrownBy(() -> root.collection("recipes").get(2));
	}

	private ServiceRootBuilder client() {
		return this.service.client()
			.name("stub")
			.validationInterval(AT_ONCE)
			.executor(Runnable::run)
			.addListener(new ClientListener() {

				@Override
				public void onRootLoaded(Duration fetching, Duration parsing) {
					RootValidationTests.this.events.add("loaded");
				}

				@Override
				public void onRootValidated() {
					RootValidationTests.this.events.add("validated");
				}

			});
	}

	private void serveChangedRoot() {
		String wadl = StubService.wadl(this.service.url(""))
			.replaceFirst("(?s)<w:method name=\"POST\" id=\"recipe-cook\">.*?</w:method>", "")
			.replace("servings", "notes")
			.replace("<w:resource_type id=\"HostedFile\">",
					"<w:resource_type id=\"spice\"/><w:resource_type id=\"HostedFile\">")
			.replaceFirst("(<w:representation [^>]*id=\"service-root-json\">)",
					"$1<w:param style=\"plain\" name=\"spices_collection_link\" path=\"\\$['spices_collection_link']\"><w:link resource_type=\"#recipes\"/></w:param>");
		serveRoot("second", wadl, this.service.rootJson()
			.replace("{", "{\"spices_collection_link\": \"%s\", ".formatted(this.service.url("spices"))), "");
	}

	private void serveRoot(String tag, String wadl, String json, String cacheControl) {
		serve(StubService.WADL_TYPE, wadl, tag, cacheControl);
		serve("application/json", json, tag, cacheControl);
	}

	private void serve(String type, String body, String tag, String cacheControl) {
		this.service.serve(get(urlEqualTo("/1.0/")).withHeader("Accept", equalTo(type)),
				aResponse().withHeader("Content-Type", type)
					.withHeader("ETag", '"' + tag + '"')
					.withHeader("Cache-Control", cacheControl)
					.withBody(body));
		this.service.serve(
				get(urlEqualTo("/1.0/")).withHeader("Accept", equalTo(type))
					.withHeader("If-None-Match", equalTo('"' + tag + '"')),
				aResponse().withStatus(304).withHeader("ETag", '"' + tag + '"'));
	}

}
