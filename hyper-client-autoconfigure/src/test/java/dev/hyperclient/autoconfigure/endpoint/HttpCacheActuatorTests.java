package dev.hyperclient.autoconfigure.endpoint;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.autoconfigure.HyperClientContextRunner;
import dev.hyperclient.autoconfigure.SortedAutoConfigurations;
import dev.hyperclient.autoconfigure.endpoint.HttpCacheEndpoint.RemovalDescriptor;
import dev.hyperclient.autoconfigure.health.HttpCacheHealthContributorAutoConfiguration;
import dev.hyperclient.autoconfigure.httpcache.CountingServer;
import dev.hyperclient.autoconfigure.httpcache.HttpCacheContextRunner;
import dev.hyperclient.autoconfigure.httpcache.HttpCacheTransports;
import dev.hyperclient.autoconfigure.observation.HttpCacheMetricsAutoConfiguration;
import dev.hyperclient.autoconfigure.observation.HttpCacheObservationAutoConfiguration;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.fixtures.Waiting;
import dev.hyperclient.internal.store.SharedResponseStore;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.mockito.BDDMockito;
import org.mockito.Mockito;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.boot.actuate.endpoint.web.WebOperation;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.boot.restclient.autoconfigure.RestClientObservationAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestTemplateObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientObservationAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Meters, observations, health and endpoint of the HTTP cache, and the number of
 * responses that it reports to be removed.
 */
class HttpCacheActuatorTests {

	private static final SortedAutoConfigurations ACTUATOR = SortedAutoConfigurations.of(
			HttpCacheEndpointAutoConfiguration.class, HttpCacheHealthContributorAutoConfiguration.class,
			HttpCacheMetricsAutoConfiguration.class, HttpCacheObservationAutoConfiguration.class,
			RestClientObservationAutoConfiguration.class, RestTemplateObservationAutoConfiguration.class,
			WebClientObservationAutoConfiguration.class, ObservationAutoConfiguration.class,
			EndpointAutoConfiguration.class, HealthContributorRegistryAutoConfiguration.class);

	private static final URI URL = URI.create("https://example.com/recipes");

	@AutoClose
	private final CountingServer server = new CountingServer();

	private final ApplicationContextRunner runner = configured(new ApplicationContextRunner());

	private final SharedResponseStore store = Mockito.mock(SharedResponseStore.class);

	@Test
	void metersCountOutcomes() {
		this.runner.run((context) -> {
			RestClient client = context.getBean(RestClient.Builder.class).build();
			get(client, "/a");
			get(client, "/a");
			MeterRegistry meters = context.getBean(MeterRegistry.class);
			assertThat(meters.get("hyper.client.cache")
				.tags("client", "http-cache", "outcome", "hit")
				.functionCounter()
				.count()).isOne();
			assertThat(meters.get("hyper.client.cache.saved").tags("client", "http-cache").functionCounter().count())
				.isEqualTo("1 for nobody".length());
			assertThat(meters.get("hyper.client.cache.entries").tags("client", "http-cache").gauge().value()).isOne();
			assertThat(meters.get("cache.gets").tags("name", "http-cache", "result", "hit").functionCounter().count())
				.isOne();
		});
	}

	@Test
	void rulesAreNamedByMetersAndStoredResponses() {
		this.runner
			.withPropertyValues("hyper-client.http-cache.cache-status=test", "hyper-client.http-cache.rules[0].url=/a",
					"hyper-client.http-cache.rules[0].name=rates", "hyper-client.http-cache.rules[0].max-age=1m",
					"hyper-client.http-cache.rules[0].ignored-query-parameters=ref,utm_*",
					"hyper-client.http-cache.rules[1].url=/x/**", "hyper-client.http-cache.rules[1].max-age=1m")
			.run((context) -> {
				RestClient client = context.getBean(RestClient.Builder.class).build();
				List.of("/a?ref=1", "/a?utm_source=2", "/x/1", "/x/2", "/b").forEach((path) -> get(client, path));
				assertThat(client.get()
					.uri(this.server.url() + "/a")
					.retrieve()
					.toBodilessEntity()
					.getHeaders()
					.getFirst("Cache-Status")).startsWith("test; hit; ttl=").endsWith("detail=\"rule rates\"");
				HttpCacheEndpoint endpoint = context.getBean(HttpCacheEndpoint.class);
				assertThat(json(Objects.requireNonNull(endpoint.view("stored"))).path("stored").values())
					.extracting((stored) -> stored.path("url").asString().replaceAll(".*/", "") + " "
							+ (stored.path("rule").isNull() ? "-" : stored.path("rule").asString()))
					.containsExactlyInAnyOrder("a rates", "1 2", "2 2", "b -");
				MeterRegistry meters = context.getBean(MeterRegistry.class);
				assertThat(meters.find("hyper.client.cache").tag("outcome", "miss").meters())
					.extracting((meter) -> meter.getId().getTag("rule"))
					.containsExactlyInAnyOrder("none", "rates", "2");
				assertThat(meters.get("hyper.client.cache")
					.tags("rule", "rates", "outcome", "hit")
					.functionCounter()
					.count()).isEqualTo(2);
				assertThat(
						meters.get("hyper.client.cache").tags("rule", "2", "outcome", "miss").functionCounter().count())
					.isEqualTo(2);
			});
	}

	@Test
	void hitsAreVisibleInObservationsOfRequests() {
		this.runner.run((context) -> {
			RestClient client = context.getBean(RestClient.Builder.class)
				.requestInterceptor((request, body, execution) -> execution.execute(request, body))
				.build();
			get(client, "/stale");
			get(client, "/stale");
			get(client, "/a");
			get(client, "/a");
			context.getBean(RestTemplateBuilder.class)
				.interceptors((request, body, execution) -> execution.execute(request, body))
				.build()
				.getForObject(this.server.url() + "/a", String.class);
			WebClient webClient = context.getBean(WebClient.Builder.class).build();
			get(webClient, "/a");
			// It ends before the content is received, and stored.
			get(webClient, "/b");
			WebClient.Builder uncached = context.getBean(WebClient.Builder.class);
			HttpCacheTransports.exclude(uncached);
			get(uncached.build(), "/a");
			MeterRegistry meters = context.getBean(MeterRegistry.class);
			// An observation of WebClient may end after the caller has the response.
			Waiting.await()
				.untilAsserted(() -> assertThat(
						Stream.of("hit", "miss", "revalidated", "none").map((outcome) -> requests(meters, outcome)))
					.containsExactly(3L, 3L, 1L, 1L));
		});
	}

	private static long requests(MeterRegistry meters, String outcome) {
		return meters.find("http.client.requests")
			.tag("cache", outcome)
			.timers()
			.stream()
			.mapToLong(io.micrometer.core.instrument.Timer::count)
			.sum();
	}

	@Test
	void healthHasTheSizeOfTheCache() {
		this.runner.run((context) -> {
			get(context.getBean(RestClient.Builder.class).build(), "/a");
			HealthIndicator indicator = context.getBean("httpCacheHealthContributor", HealthIndicator.class);
			assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
			assertThat(indicator.health().getDetails()).containsEntry("cacheEntries", 1L)
				.hasEntrySatisfying("cacheBytes", (bytes) -> assertThat((Long) bytes).isGreaterThan(10L));
		});
		this.runner.withPropertyValues("management.health.http-cache.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
	}

	@Test
	void endpointShowsAndRemovesStoredResponses() {
		this.runner.run((context) -> {
			RestClient client = context.getBean(RestClient.Builder.class).build();
			get(client, "/a?token=secret");
			get(client, "/b");
			get(client, "/b;jsessionid=secret");
			HttpCacheEndpoint endpoint = context.getBean(HttpCacheEndpoint.class);
			assertThat(json(endpoint.cache(null)).path("entries").intValue()).isEqualTo(3);
			assertThat(json(endpoint.cache(null)).path("stored").isNull()).isTrue();
			assertThat(json(endpoint.cache(this.server.url() + "/b")).path("stored").values()).singleElement()
				.satisfies((stored) -> assertThat(stored.path("fresh").booleanValue()).isTrue());
			assertThat(endpoint.view("stored")).asString().contains("/a?...", "/b;...").doesNotContain("secret");
			assertThat(endpoint.view("other")).isNull();
			assertThat(json(endpoint.remove(this.server.url() + "/b", null, null, null)))
				.hasToString("{\"removed\":1}");
			assertThat(json(endpoint.remove(null, null, null, true))).hasToString("{\"removed\":2}");
			assertThat(json(endpoint.cache(null)).path("entries").intValue()).isZero();
			assertThatExceptionOfType(InvalidEndpointRequestException.class)
				.isThrownBy(() -> endpoint.remove("/b", null, null, null));
			assertThat(context.getBean(HttpCacheEndpoint.WebExtension.class).cache(null))
				.returns(200, WebEndpointResponse::getStatus)
				.returns(endpoint.cache(null), WebEndpointResponse::getBody);
		});
	}

	@Test
	void endpointRemovesResponsesOfPrefixesAndGroups() {
		this.runner.run((context) -> {
			RestClient client = context.getBean(RestClient.Builder.class).build();
			List.of("/a", "/a?b", "/b", "/grouped").forEach((path) -> get(client, path));
			HttpCacheEndpoint endpoint = context.getBean(HttpCacheEndpoint.class);
			assertThat(json(endpoint.remove(null, this.server.url() + "/a", null, null)))
				.hasToString("{\"removed\":2}");
			assertThat(json(endpoint.remove(this.server.url() + "/", null, "other", null)))
				.hasToString("{\"removed\":null}");
			assertThat(json(endpoint.cache(this.server.url() + "/grouped")).path("stored").size()).isOne();
			endpoint.remove(this.server.url(), null, "group", null);
			assertThat(json(endpoint.cache(this.server.url() + "/grouped")).path("stored").size()).isZero();
			assertThat(json(endpoint.cache(this.server.url() + "/b")).path("stored").size()).isOne();
		});
	}

	@Test
	void removalWithoutAKnownSelectorIsABadRequestThatNamesThem() {
		webRunner().run((context) -> {
			get(context.getBean(RestClient.Builder.class).build(), "/a");
			WebOperation removal = operation(context, OperationType.DELETE);
			assertBadRequests(removal, "Expected 'url', 'prefix', 'url' and 'group', or 'all=true'", "", "all=false",
					"group=a", "group=a all=true", "group= url=SERVER/a", "url=SERVER/a all=true",
					"url=SERVER/a prefix=SERVER");
			assertBadRequests(removal, "'url' must be an absolute URL", "url=", "url=/b", "url=b", "url=https:",
					"url=http://[", "url=%");
			assertBadRequests(removal, "'prefix' must be an absolute URL", "prefix=", "prefix=/a");
			assertBadRequests(removal, "Expected no other parameters than [url, prefix, group, all], each at most once",
					"uri=SERVER/a", "al=true", "url=SERVER/a grup=a", "url=SERVER/a,SERVER/b", "all=true user=ann");
			assertThat(context.getBean(HttpCache.class).size().entries()).isOne();
		});
	}

	@Test
	void readingWithOtherParametersIsABadRequestThatNamesThem() {
		webRunner().run((context) -> {
			WebOperation reading = operation(context, OperationType.READ);
			assertBadRequests(reading, "Expected no other parameters than [url], each at most once", "uri=SERVER/a",
					"url=SERVER/a,SERVER/b", "url=SERVER/a all=true");
			assertBadRequests(reading, "'url' must be an absolute URL", "url=/b", "url=b", "url=https:", "url=http://[",
					"url=%");
			assertThat(reading.invoke(new InvocationContext(SecurityContext.NONE, arguments("url=SERVER/a"))))
				.hasFieldOrPropertyWithValue("status", 200);
		});
	}

	private Map<String, Object> arguments(String query) {
		return Stream.of(query.split(" +"))
			.filter((argument) -> !argument.isEmpty())
			.map((argument) -> argument.replace("SERVER", this.server.url()).split("=", 2))
			.collect(Collectors.toMap((argument) -> argument[0],
					(argument) -> argument[1].contains(",") ? List.of(argument[1].split(",")) : argument[1]));
	}

	private static WebApplicationContextRunner webRunner() {
		return configured(new WebApplicationContextRunner())
			.withConfiguration(SortedAutoConfigurations.of(WebEndpointAutoConfiguration.class))
			.withPropertyValues("management.endpoint.httpcache.access=UNRESTRICTED");
	}

	private static <S extends AbstractApplicationContextRunner<S, ?, ?>> S configured(S runner) {
		return runner.withConfiguration(HttpCacheContextRunner.CLIENTS)
			.withConfiguration(HyperClientContextRunner.METERS)
			.withConfiguration(ACTUATOR)
			.withPropertyValues("hyper-client.http-cache.enabled=true", "spring.http.clients.imperative.factory=jdk",
					"spring.http.clients.reactive.connector=jdk", "management.endpoints.web.exposure.include=*");
	}

	private static WebOperation operation(ApplicationContext context, OperationType type) {
		return context.getBean(WebEndpointsSupplier.class)
			.getEndpoints()
			.stream()
			.flatMap((endpoint) -> endpoint.getOperations().stream())
			.filter((operation) -> operation.getType() == type
					&& operation.getRequestPredicate().getPath().equals("httpcache"))
			.findFirst()
			.orElseThrow();
	}

	private void assertBadRequests(WebOperation operation, String detail, String... queries) {
		assertThat(queries).allSatisfy(
				(query) -> assertThat(operation.invoke(new InvocationContext(SecurityContext.NONE, arguments(query))))
					.isInstanceOfSatisfying(WebEndpointResponse.class, (response) -> {
						assertThat(response.getStatus()).isEqualTo(400);
						assertThat(response.getContentType()).hasToString("application/problem+json");
						assertThat(response.getBody()).hasFieldOrPropertyWithValue("detail", detail);
					}));
	}

	private static JsonNode json(Object body) {
		return JsonMapper.shared().valueToTree(body);
	}

	private void get(RestClient client, String path) {
		client.get().uri(this.server.url() + path).retrieve().body(String.class);
	}

	private void get(WebClient client, String path) {
		client.get().uri(this.server.url() + path).retrieve().bodyToMono(String.class).block(Duration.ofSeconds(10));
	}

	@Test
	void numberIsThatOfTheStore() {
		BDDMockito.given(this.store.removeAll()).willReturn(OptionalLong.of(3));
		BDDMockito.given(this.store.failure()).willReturn(Optional.empty());
		assertThat(removed(null)).isEqualTo(3);
		assertThat(removed(URL)).isZero();
	}

	@Test
	void numberIsUnknownIfStoreDoesNotAnswer() {
		BDDMockito.given(this.store.removeAll()).willReturn(OptionalLong.empty());
		BDDMockito.given(this.store.failure()).willReturn(Optional.of("no answer"));
		BDDMockito.given(this.store.invalidateAll(Set.of(URL.toString()))).willReturn(true);
		assertThat(removed(null)).isNull();
		assertThat(removed(URL)).isNull();
	}

	private Long removed(URI url) {
		return RemovalDescriptor.of(HttpCache.using(this.store), url).removed();
	}

}
