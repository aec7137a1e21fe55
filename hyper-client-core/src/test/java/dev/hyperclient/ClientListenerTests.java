package dev.hyperclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.HttpCacheBuilder;
import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.call.CallObserver;
import dev.hyperclient.call.ClientListener;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.retry.RetryPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.absent;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link ClientListener} and
 * {@link ServiceRoot#withAdditionalResponseListener}.
 */
class ClientListenerTests {

	private static final String TAG = "\"tag-4\"";

	@RegisterExtension
	private final StubService service = new StubService();

	private final List<String> events = new ArrayList<>();

	private final List<String> responses = new ArrayList<>();

	@Test
	void listenerIsNotifiedOfTheRootWithItsCacheOpen() {
		ServiceRoot root = this.service.open(client(new Recording()));
		assertThat(this.events).containsExactly("open", "MISS", "MISS", "root");
		this.events.clear();
		root.validate(Duration.ofSeconds(5));
		assertThat(this.events).containsExactly("validation MISS");
	}

	@Test
	void listenerIsNotifiedOfRetriesAndCacheOutcomes() {
		String recipe = this.service.recipe(4, "Stir");
		this.service.serveInTurn("recipes/4", aResponse().withStatus(503),
				StubService.json(recipe).withHeader("ETag", TAG).withGzipDisabled(true));
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")).withHeader("If-None-Match", equalTo(TAG)),
				aResponse().withStatus(304).withHeader("ETag", TAG));
		ServiceRoot root = this.service.open(client(new Recording()));
		this.events.clear();
		root.load("recipes/4", Entry.class);
		assertThat(this.events).containsExactly("retry 503", "MISS");
		this.events.clear();
		root.load("recipes/4", Entry.class);
		assertThat(this.events).containsExactly("REVALIDATED", "saved " + recipe.length());
	}

	@Test
	void listenerIsNotifiedOfARequestThatIsRepeatedWithoutACondition() {
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")).withHeader("If-None-Match", absent()),
				StubService.json(this.service.recipe(4, "Stir")).withHeader("ETag", TAG));
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")).withHeader("If-None-Match", equalTo(TAG)),
				aResponse().withStatus(304).withHeader("ETag", "\"other\""));
		ServiceRoot root = this.service.open(client(new Recording()));
		root.load("recipes/4", Entry.class);
		this.events.clear();
		root.load("recipes/4", Entry.class);
		assertThat(this.events).containsExactly("repeat", "MISS");
	}

	@Test
	void failingListenerAffectsNeitherCallsNorOtherListeners() {
		this.service.serveInTurn("recipes/4", aResponse().withStatus(503),
				StubService.json(this.service.recipe(4, "Stir")));
		ServiceRoot root = this.service
			.open(client(new Failing()).addListener(new Failing()).addListener(new Recording()));
		assertThat(root.load("recipes/4", Entry.class).getString("instructions")).isEqualTo("Stir");
		root.validate(Duration.ofSeconds(5));
		List<String> failures = this.events.stream().filter((event) -> event.startsWith("failing ")).toList();
		assertThat(failures).containsExactlyInAnyOrder("failing open", "failing open", "failing MISS", "failing MISS",
				"failing MISS", "failing MISS", "failing MISS", "failing MISS", "failing root", "failing root",
				"failing retry 503", "failing retry 503", "failing validation MISS", "failing validation MISS");
		assertThat(this.events).filteredOn((event) -> !failures.contains(event))
			.containsExactly("open", "MISS", "MISS", "root", "retry 503", "MISS", "validation MISS");
	}

	@Test
	void failingObserverSuppressesNoOtherNotification() {
		ServiceRoot root = this.service.open(client(new Recording()).addCallObserver(new FailingObserver()));
		assertThat(this.events).containsExactly("open", "observer MISS", "MISS", "observer MISS", "MISS", "root");
		this.events.clear();
		root.validate(Duration.ofSeconds(5));
		assertThat(this.events).containsExactly("observer MISS", "validation MISS");
	}

	@Test
	void addedObserverObservesAroundThoseBefore() {
		ServiceRoot root = this.service.open(this.service.client()
			.addCallObserver(new Surrounding("first"))
			.addCallObserver(new Surrounding("second")));
		this.events.clear();
		root.validate(Duration.ofSeconds(5));
		assertThat(this.events).containsExactly("second begins", "first begins", "first MISS", "second MISS",
				"first ends", "second ends");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void listenerOfTheCacheIsNotifiedOfAllRequests(boolean built) {
		HttpCacheBuilder cache = HttpCache.builder().addListener(new OfCache());
		ServiceRootBuilder builder = client(new Recording());
		try (HttpCache opened = built ? cache.build() : HttpCache.temporary();
				ServiceRoot root = (built ? builder.cache(opened) : builder.cache(cache)).build()) {
			assertThat(this.events).containsExactly("cache open", "open", "cache MISS", "MISS", "cache MISS", "MISS",
					"root");
			this.events.clear();
			root.validate(Duration.ofSeconds(5));
			assertThat(this.events).containsExactly("cache MISS", "validation MISS");
		}
	}

	private ServiceRootBuilder client(ClientListener listener) {
		return this.service.client()
			.retryPolicy(RetryPolicy.defaults().withWaits((retry) -> Duration.ZERO))
			.addListener(listener);
	}

	@Test
	void listenerIsNotifiedOfResponsesOfTheServiceAndOfTheCache() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		ServiceRoot root = this.service.root();
		ServiceRoot listening = root.withAdditionalResponseListener(this::add);
		assertThat(listening.isFetched()).isFalse();
		assertThat(listening.collection("recipes").get(4).getString("instructions")).isEqualTo("Stir");
		assertThat(this.responses).containsExactly("200 " + this.service.url(""), "200 " + this.service.url(""),
				"200 " + this.service.url("recipes/4"));
		root.load("recipes/4");
		assertThat(this.responses).hasSize(3);
	}

	@Test
	void listenerIsNotNotifiedOfErrors() {
		ServiceRoot listening = this.service.root().withAdditionalResponseListener(this::add);
		listening.svcRefresh();
		this.responses.clear();
		assertThatExceptionOfType(NotFound.class).isThrownBy(() -> listening.load("recipes/404"));
		assertThat(this.responses).isEmpty();
	}

	@Test
	void exceptionOfListenerEndsTheCall() {
		ServiceRoot root = this.service.root();
		ServiceRoot listening = root.withAdditionalResponseListener((request, response) -> {
			throw new IllegalStateException("full");
		});
		assertThatIllegalStateException().isThrownBy(listening::svcEntries).withMessage("full");
	}

	@Test
	void rootCanBeUsedAfterTheListeningRootIsClosed() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		ServiceRoot root = this.service.root();
		ServiceRoot listening = root.withAdditionalResponseListener(this::add);
		listening.close();
		assertThatIllegalStateException().isThrownBy(() -> listening.load("recipes/4"));
		assertThat(root.load("recipes/4", Entry.class).getString("instructions")).isEqualTo("Stir");
	}

	private void add(ServiceRequest request, ServiceResponse response) {
		this.responses.add(response.toString());
	}

	private class Recording implements ClientListener {

		@Override
		public void onRetry(ServiceRequest request, ServiceResponse refusal) {
			add("retry " + refusal.status());
		}

		@Override
		public void onRootLoaded(Duration fetching, Duration parsing) {
			add("root");
		}

		@Override
		public void onCacheOpen(ResponseStore store) {
			add("open");
		}

		@Override
		public void onCacheResult(CacheRequest request, CacheResult result) {
			add(result.outcome().name());
			if (result.savedBytes() > 0) {
				add("saved " + result.savedBytes());
			}
		}

		@Override
		public void onCacheRepeat(CacheRequest request) {
			add("repeat");
		}

		@Override
		public void onValidation(CacheRequest request, CacheResult result) {
			add("validation " + result.outcome());
		}

		void add(String event) {
			ClientListenerTests.this.events.add(event);
		}

	}

	private final class Failing extends Recording {

		@Override
		void add(String event) {
			super.add("failing " + event);
			throw new IllegalStateException(event);
		}

	}

	private final class FailingObserver implements CallObserver {

		@Override
		public ServiceResponse observe(ServiceRequest request, Function<ServiceRequest, ServiceResponse> call) {
			return call.apply(request);
		}

		@Override
		public void onResult(CacheRequest request, CacheResult result) {
			ClientListenerTests.this.events.add("observer " + result.outcome());
			throw new IllegalStateException("observer");
		}

	}

	private final class OfCache implements CacheListener {

		@Override
		public void onOpen(ResponseStore store) {
			ClientListenerTests.this.events.add("cache open");
		}

		@Override
		public void onResult(CacheRequest request, CacheResult result) {
			ClientListenerTests.this.events.add("cache " + result.outcome());
		}

	}

	private final class Surrounding implements CallObserver {

		private final String name;

		Surrounding(String name) {
			this.name = name;
		}

		@Override
		public ServiceResponse observe(ServiceRequest request, Function<ServiceRequest, ServiceResponse> call) {
			ClientListenerTests.this.events.add(this.name + " begins");
			try {
				return call.apply(request);
			}
			finally {
				ClientListenerTests.this.events.add(this.name + " ends");
			}
		}

		@Override
		public void onResult(CacheRequest request, CacheResult result) {
			ClientListenerTests.this.events.add(this.name + " " + result.outcome());
		}

	}

}
