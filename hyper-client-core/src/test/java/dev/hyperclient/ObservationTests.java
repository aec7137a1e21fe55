package dev.hyperclient;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.observation.DefaultHyperClientObservationConvention;
import dev.hyperclient.observation.HyperClientCallObserver;
import dev.hyperclient.observation.HyperClientMeterBinder;
import dev.hyperclient.observation.HyperClientObservationContext;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationView;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.transport.RequestReplySenderContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.web.reactive.function.client.ClientRequestObservationContext;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for observations and meters of calls over HTTP.
 */
class ObservationTests {

	private static final String[] KEYS = { "client", "resource.type", "operation", "method", "uri", "status", "outcome",
			"cache.outcome", "exception" };

	@RegisterExtension
	private final StubService service = new StubService();

	private final TestObservationRegistry registry = TestObservationRegistry.create();

	private final List<HyperClientObservationContext> calls = new CopyOnWriteArrayList<>();

	private final List<ClientRequestObservationContext> requests = new CopyOnWriteArrayList<>();

	private final HyperClientMeterBinder meters = new HyperClientMeterBinder("cookbooks");

	ObservationTests() {
		this.registry.observationConfig().observationHandler(new Propagating()).observationHandler(new Collecting());
	}

	@Test
	void rootIsADescriptionAndAResource() {
		client().build();
		assertThat(this.calls).hasSize(2);
		assertThat(tags(this.calls.get(0))).isEqualTo("cookbooks service-root description GET / 200 SUCCESS miss none");
		assertThat(tags(this.calls.get(1))).isEqualTo("cookbooks service-root get GET / 200 SUCCESS miss none");
		assertThat(uris()).containsExactly("/", "/");
	}

	@Test
	void entryHasTheTemplateOfItsTypeAndNoId() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		root().collection("recipes").get(4);
		assertThat(onlyCall()).isEqualTo("cookbooks recipe get GET /{recipe} 200 SUCCESS miss none");
		assertThat(this.calls.get(0).getHighCardinalityKeyValues())
			.contains(KeyValue.of("http.url", this.service.url("recipes/4")));
		assertThat(this.calls.get(0).getContextualName()).isEqualTo("get recipe");
		assertThat(uris()).containsExactly("/{recipe}");
	}

	@Test
	void eachPageOfACollectionHasTheTemplateOfTheCollection() {
		String second = this.service.url("recipes?ws.start=1");
		this.service.serveJson("recipes", this.service.page(0, 2, second, this.service.recipe(1, "Stir")));
		this.service.serveJson("recipes?ws.start=1", this.service.page(1, 2, null, this.service.recipe(2, "Fry")));
		assertThat(root().collection("recipes").stream()).hasSize(2);
		assertThat(this.calls).hasSize(2)
			.allSatisfy((call) -> assertThat(tags(call))
				.isEqualTo("cookbooks recipes get GET /{recipes} 200 SUCCESS miss none"));
		assertThat(uris()).containsExactly("/{recipes}", "/{recipes}");
	}

	@Test
	void operationByGetIsPartOfTheTemplate() {
		this.service.serveJson("recipes?search=%22beans%22&ws.op=find", this.service.page(0, 0, null));
		root().collection("recipes").operation("find").with("search", "beans").invoke();
		assertThat(onlyCall()).isEqualTo("cookbooks recipes find GET /{recipes}?ws.op=find 200 SUCCESS miss none");
		assertThat(uris()).containsExactly("/{recipes}?ws.op=find");
	}

	@Test
	void fileIsAMissAlthoughItIsReadLater() throws IOException {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir")
			.replace("}", ", \"picture_link\": \"" + this.service.url("recipes/4/picture") + "\"}"));
		this.service.serve("recipes/4/picture", aResponse().withHeader("ETag", "\"tag\"").withBody("picture"));
		HostedFile picture = root().load("recipes/4", Entry.class).file("picture");
		this.calls.clear();
		try (FileContent content = picture.open()) {
			assertThat(onlyCall()).contains(" 200 SUCCESS miss ");
			assertThat(content.stream().readAllBytes()).asString().isEqualTo("picture");
		}
		assertThat(this.calls).hasSize(1);
	}

	@Test
	void creatingOperationIsFollowedByGet() {
		this.service.serve("POST", "recipes",
				aResponse().withStatus(201).withHeader("Location", this.service.url("recipes/5")));
		this.service.serveJson("recipes/5", this.service.recipe(5, "Bake"));
		root().collection("recipes").operation("create").with("instructions", "Bake").invoke();
		assertThat(this.calls.stream().map(ObservationTests::tags)).containsExactly(
				"cookbooks recipes create POST /{recipes} 201 SUCCESS bypass none",
				"cookbooks recipe get GET /{recipe} 200 SUCCESS miss none");
		assertThat(uris()).containsExactly("/{recipes}", "/{recipe}");
	}

	@Test
	void resourceOfUnknownTypeHasTemplate() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		root().load("recipes/4");
		assertThat(onlyCall()).isEqualTo("cookbooks none get GET /{resource} 200 SUCCESS miss none");
		assertThat(uris()).containsExactly("/{resource}");
	}

	@Test
	void errorKeepsItsStatusAndNamesItsException() {
		ServiceRoot root = root();
		assertThatExceptionOfType(NotFound.class)
			.isThrownBy(() -> root.collection("recipes").getReference(9).getString("id"));
		assertThat(onlyCall()).isEqualTo("cookbooks recipe get GET /{recipe} 404 CLIENT_ERROR miss NotFound");
		assertThat(this.calls.get(0).getError()).isInstanceOf(NotFound.class);
	}

	@Test
	void unavailableServiceHasNoStatus() throws Exception {
		ServiceRoot root = root();
		this.service.server().stop();
		assertThatExceptionOfType(TransportException.class)
			.isThrownBy(() -> root.collection("recipes").getReference(4).getString("id"));
		assertThat(onlyCall()).isEqualTo("cookbooks recipe get GET /{recipe} IO_ERROR UNKNOWN none TransportException");
	}

	@Test
	void hitIsASuccessWithoutARequest() {
		String recipe = this.service.recipe(4, "Stir");
		this.service.serve("recipes/4", StubService.fresh(recipe));
		ServiceRoot root = root();
		root.collection("recipes").get(4);
		forget();
		root.collection("recipes").get(4);
		assertThat(onlyCall()).isEqualTo("cookbooks recipe get GET /{recipe} 200 SUCCESS hit none");
		assertThat(this.calls.get(0).getError()).isNull();
		assertThat(this.requests).isEmpty();
		assertThat(this.meters.calls().savedBytes()).isEqualTo(recipe.length());
	}

	@Test
	void revalidatedResponseIsASuccessAndUnchangedRefreshA304() {
		String recipe = this.service.recipe(4, "Stir");
		this.service.serveWithTag("recipes/4", recipe, "\"tag-4\"");
		ServiceRoot root = root();
		Entry entry = root.collection("recipes").get(4);
		forget();
		root.collection("recipes").get(4);
		assertThat(onlyCall()).isEqualTo("cookbooks recipe get GET /{recipe} 200 SUCCESS revalidated none");
		assertThat(this.meters.calls().savedBytes()).isEqualTo(recipe.length());
		forget();
		entry.svcRefresh();
		assertThat(onlyCall()).isEqualTo("cookbooks recipe refresh GET /{recipe} 304 REDIRECTION revalidated none");
		assertThat(this.calls.get(0).getError()).isNull();
		assertThat(this.meters.calls().savedBytes()).isEqualTo(2L * recipe.length());
	}

	@Test
	void redirectIsPartOfItsCall() {
		this.service.serveRedirect("recipes/featured", 303, this.service.url("recipes/4"));
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		root().entry("featured").getLong("id");
		assertThat(onlyCall()).isEqualTo("cookbooks recipe get GET /{recipe} 200 SUCCESS miss none");
		assertThat(uris()).containsExactly("/{recipe}", "/{recipe}");
	}

	@Test
	void retriesAreRequestsOfOneCallAndAreCounted() {
		this.service.serveInTurn("recipes/4", aResponse().withStatus(503),
				StubService.json(this.service.recipe(4, "Stir")));
		ServiceRoot root = client().retryPolicy(StubService.QUICK_RETRIES).build();
		forget();
		root.collection("recipes").get(4);
		assertThat(onlyCall()).isEqualTo("cookbooks recipe get GET /{recipe} 200 SUCCESS miss none");
		assertThat(this.requests).hasSize(2)
			.allSatisfy((request) -> assertThat(parent(request)).isSameAs(this.calls.get(0)));
		assertThat(bound().get("hyper.client.retries").tag("client", "cookbooks").functionCounter().count())
			.isEqualTo(1);
	}

	@Test
	void traceIsPropagatedToTheService() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		ServiceRoot root = root();
		Observation page = Observation.start("page", this.registry);
		page.scoped(() -> root.collection("recipes").get(4));
		page.stop();
		assertThat(parent(this.calls.get(0))).isSameAs(page.getContext());
		assertThat(parent(this.requests.get(0))).isSameAs(this.calls.get(0));
		assertThat(this.service.requestsFor("recipes/4")).singleElement()
			.satisfies((request) -> assertThat(request.getHeader("traceparent")).isEqualTo("page>hyper.client.call"));
		assertThat(this.registry.getCurrentObservation()).isNull();
	}

	@Test
	void disabledObservationKeepsTheTrace() {
		this.registry.observationConfig()
			.observationPredicate((name, context) -> !name.equals(DefaultHyperClientObservationConvention.NAME));
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		ServiceRoot root = root();
		Observation page = Observation.start("page", this.registry);
		page.scoped(() -> root.collection("recipes").get(4));
		page.stop();
		assertThat(this.calls).isEmpty();
		assertThat(parent(this.requests.get(0))).isSameAs(page.getContext());
	}

	@Test
	void requestsOfOtherThreadsBelongToCurrentObservation() {
		String[] recipes = IntStream.rangeClosed(1, 4)
			.mapToObj((id) -> this.service.recipe(id, "Stir")
				.replace("\"id\"", "\"next_link\": \"%s\", \"id\"".formatted(this.service.url("recipes/1" + id))))
			.toArray(String[]::new);
		this.service.serveJson("recipes", this.service.page(0, 4, null, recipes));
		IntStream.rangeClosed(11, 14)
			.forEach((id) -> this.service.serveJson("recipes/" + id, this.service.recipe(id, "Bake")));
		List<Thread> threads = new CopyOnWriteArrayList<>();
		ServiceRoot root = client().executor((work) -> {
			Thread thread = new Thread(work);
			threads.add(thread);
			thread.start();
		}).build();
		forget();
		Observation page = Observation.start("page", this.registry);
		page.scoped(() -> root.collection("recipes").iteration().prefetch("next").forEach((recipe) -> {
		}));
		page.stop();
		assertThat(threads).hasSize(3);
		assertThat(this.calls).hasSize(5).allSatisfy((call) -> assertThat(parent(call)).isSameAs(page.getContext()));
		assertThat(this.requests).hasSize(5);
	}

	@Test
	void healthCheckHasItsOwnOperation() {
		ServiceRoot root = root();
		root.validate(Duration.ofSeconds(5));
		assertThat(onlyCall()).isEqualTo("cookbooks service-root validate GET / 200 SUCCESS miss none");
	}

	@Test
	void conventionOfTheApplicationIsUsed() {
		DefaultHyperClientObservationConvention convention = new DefaultHyperClientObservationConvention() {

			@Override
			public String getName() {
				return "cookbooks.call";
			}

			@Override
			public KeyValues getLowCardinalityKeyValues(HyperClientObservationContext context) {
				return super.getLowCardinalityKeyValues(context).and("team", "kitchen");
			}

		};
		client(new HyperClientCallObserver(this.registry, "cookbooks", convention)).build();
		assertThat(this.calls.get(0).getName()).isEqualTo("cookbooks.call");
		assertThat(this.calls.get(0).getLowCardinalityKeyValue("team").getValue()).isEqualTo("kitchen");
	}

	@Test
	void loadingTheRootIsTimedBeforeARegistryIsBound() {
		MeterRegistry early = bound();
		assertThat(early.get("hyper.client.root.fetch").functionTimer().count()).isZero();
		assertThat(early.get("hyper.client.root.parse").functionTimer().count()).isZero();
		assertThat(early.get("hyper.client.retries").functionCounter().count()).isZero();
		assertThat(early.get("hyper.client.cache.saved").functionCounter().count()).isZero();
		ServiceRoot root = client().build();
		root.svcRefresh();
		for (MeterRegistry registry : List.of(early, bound())) {
			for (String meter : List.of("hyper.client.root.fetch", "hyper.client.root.parse")) {
				assertThat(registry.get(meter).functionTimer().count()).isEqualTo(2);
				assertThat(registry.get(meter).functionTimer().totalTime(java.util.concurrent.TimeUnit.NANOSECONDS))
					.isPositive();
			}
		}
	}

	private ServiceRootBuilder client() {
		return client(new HyperClientCallObserver(this.registry, "cookbooks"));
	}

	private ServiceRootBuilder client(HyperClientCallObserver observer) {
		return this.service.client()
			.webClient(() -> WebClient.builder().observationRegistry(this.registry).build())
			.addCallObserver(observer)
			.addListener(this.meters);
	}

	private ServiceRoot root() {
		ServiceRoot root = client().build();
		forget();
		return root;
	}

	private void forget() {
		this.calls.clear();
		this.requests.clear();
	}

	private MeterRegistry bound() {
		MeterRegistry bound = new SimpleMeterRegistry();
		this.meters.bindTo(bound);
		return bound;
	}

	private String onlyCall() {
		assertThat(this.calls).hasSize(1);
		return tags(this.calls.get(0));
	}

	/** The {@code uri} that each request has in {@code http.client.requests}. */
	private List<String> uris() {
		return this.requests.stream().map((request) -> request.getLowCardinalityKeyValue("uri").getValue()).toList();
	}

	private static String tags(HyperClientObservationContext call) {
		assertThat(call.getName()).isEqualTo("hyper.client.call");
		assertThat(call.getLowCardinalityKeyValues().stream().map(KeyValue::getKey)).containsExactlyInAnyOrder(KEYS);
		List<String> values = new ArrayList<>();
		for (String key : KEYS) {
			values.add(call.getLowCardinalityKeyValue(key).getValue());
		}
		return String.join(" ", values);
	}

	private static Object parent(Observation.Context context) {
		ObservationView parent = context.getParentObservation();
		return (parent != null) ? parent.getContextView() : null;
	}

	/**
	 * Keeps finished observations.
	 */
	private final class Collecting implements ObservationHandler<Observation.Context> {

		@Override
		public void onStop(Observation.Context context) {
			if (context instanceof HyperClientObservationContext call) {
				ObservationTests.this.calls.add(call);
			}
			if (context instanceof ClientRequestObservationContext request) {
				ObservationTests.this.requests.add(request);
			}
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

	}

	/**
	 * Propagates the trace as a tracer does.
	 */
	private static final class Propagating implements ObservationHandler<RequestReplySenderContext<Object, Object>> {

		@Override
		public void onStart(RequestReplySenderContext<Object, Object> context) {
			List<String> trace = new ArrayList<>();
			ObservationView parent = context.getParentObservation();
			while (parent != null) {
				trace.add(0, parent.getContextView().getName());
				parent = parent.getContextView().getParentObservation();
			}
			context.getSetter().set(context.getCarrier(), "traceparent", String.join(">", trace));
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return context instanceof RequestReplySenderContext;
		}

	}

}
