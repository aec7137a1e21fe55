package dev.hyperclient;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import dev.hyperclient.error.ClientError;
import dev.hyperclient.error.ServerError;
import dev.hyperclient.retry.RetryPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for retries. Waits are recorded instead of slept.
 */
class RetryTests {

	private final StubService service = new StubService();

	private final List<Duration> waits = new ArrayList<>();

	private final RetryPolicy policy = RetryPolicy.defaults()
		.withSleeper(this.waits::add)
		.withClock(Clock.fixed(Instant.parse("2026-11-21T00:00:00Z"), ZoneOffset.UTC));

	@AfterEach
	void stop() {
		this.service.close();
	}

	@ParameterizedTest
	@ValueSource(ints = { 429, 502, 503 })
	void temporaryFailureIsRetried(int status) {
		serveInTurn(get(urlEqualTo("/1.0/recipes/4")), aResponse().withStatus(status),
				StubService.json(this.service.recipe(4, "Stir")));
		assertThat(read(this.policy)).isEqualTo("Stir");
		assertThat(this.service.requestsFor("recipes/4")).hasSize(2);
	}

	@Test
	void unavailableServiceIsRequestedSevenTimesWithGrowingWaits() {
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")), aResponse().withStatus(503).withBody("Not now"));
		assertThatExceptionOfType(ServerError.class).isThrownBy(() -> read(this.policy))
			.satisfies((error) -> assertThat(error.status()).isEqualTo(503))
			.withMessageContaining("Not now");
		assertThat(this.service.requestsFor("recipes/4")).hasSize(7);
		assertThat(this.waits).hasSize(5);
		for (int wait = 0; wait < 5; wait++) {
			assertThat(this.waits.get(wait)).isBetween(Duration.ofMillis(500L << wait), Duration.ofSeconds(1L << wait));
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 400, 408, 500, 504 })
	void otherErrorsAreFinal(int status) {
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")), aResponse().withStatus(status));
		assertThatExceptionOfType(dev.hyperclient.error.HTTPError.class).isThrownBy(() -> read(this.policy));
		assertThat(this.service.requestsFor("recipes/4")).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(ints = { 429, 503 })
	void retryAfterExtendsTheWait(int status) {
		serveInTurn(get(urlEqualTo("/1.0/recipes/4")), aResponse().withStatus(status).withHeader("Retry-After", "7"),
				StubService.json(this.service.recipe(4, "Stir")));
		read(this.policy);
		assertThat(this.waits).singleElement()
			.satisfies((wait) -> assertThat(wait).isBetween(Duration.ofSeconds(7), Duration.ofMillis(7700)));
	}

	@Test
	void shorterRetryAfterDoesNotShortenTheWait() {
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")),
				aResponse().withStatus(503).withHeader("Retry-After", "0"));
		assertThatExceptionOfType(ServerError.class).isThrownBy(() -> read(this.policy));
		assertThat(this.waits).hasSize(5);
		assertThat(this.waits.get(4)).isGreaterThanOrEqualTo(Duration.ofSeconds(8));
	}

	@Test
	void waitsOfSeveralClientsDiffer() {
		Set<Duration> different = IntStream.range(0, 50)
			.mapToObj((client) -> RetryPolicy.defaults().waits().apply(5))
			.collect(Collectors.toSet());
		assertThat(different).hasSizeGreaterThan(10);
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")),
				aResponse().withStatus(429).withHeader("Retry-After", "20"));
		assertThatExceptionOfType(ClientError.class).isThrownBy(() -> read(this.policy))
			.satisfies((error) -> assertThat(error.status()).isEqualTo(429));
		assertThat(Set.copyOf(this.waits)).hasSizeGreaterThan(1);
	}

	@Test
	void retryAfterMayBeADate() {
		serveInTurn(get(urlEqualTo("/1.0/recipes/4")),
				aResponse().withStatus(503).withHeader("Retry-After", "Sat, 21 Nov 2026 00:00:09 GMT"),
				StubService.json(this.service.recipe(4, "Stir")));
		read(this.policy);
		assertThat(this.waits).singleElement()
			.satisfies((wait) -> assertThat(wait).isBetween(Duration.ofSeconds(9), Duration.ofMillis(9900)));
	}

	@Test
	void retryAfterIsLimited() {
		serveInTurn(get(urlEqualTo("/1.0/recipes/4")), aResponse().withStatus(503).withHeader("Retry-After", "86400"),
				StubService.json(this.service.recipe(4, "Stir")));
		read(this.policy.withMaxRetryAfter(Duration.ofSeconds(11)));
		assertThat(this.waits).containsExactly(Duration.ofSeconds(11));
	}

	@ParameterizedTest
	@ValueSource(strings = { "soon", "-5", "99999999999999999999", "" })
	void invalidRetryAfterIsIgnored(String value) {
		serveInTurn(get(urlEqualTo("/1.0/recipes/4")), aResponse().withStatus(503).withHeader("Retry-After", value),
				StubService.json(this.service.recipe(4, "Stir")));
		read(this.policy);
		assertThat(this.waits).isEmpty();
	}

	@Test
	void waitBeyondTheCallTimeoutIsNotStarted() {
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")),
				aResponse().withStatus(503).withHeader("Retry-After", "20"));
		try (ServiceRoot root = this.service.client()
			.retryPolicy(this.policy)
			.callTimeout(Duration.ofSeconds(15))
			.build()) {
			assertThatExceptionOfType(ServerError.class).isThrownBy(() -> root.collection("recipes").get(4));
		}
		assertThat(this.waits).isEmpty();
	}

	@Test
	void everyAttemptIsAuthorized() {
		serveInTurn(get(urlEqualTo("/1.0/recipes/4")), aResponse().withStatus(503),
				StubService.json(this.service.recipe(4, "Stir")));
		try (ServiceRoot root = this.service.client()
			.retryPolicy(this.policy)
			.authorizer(new CountingAuthorizer("me"))
			.build()) {
			root.collection("recipes").get(4);
		}
		assertThat(this.service.requestsFor("recipes/4")).extracting((request) -> request.getHeader("Authorization"))
			.containsExactly("Attempt 3", "Attempt 4");
	}

	@Test
	void postIsNotRetriedByDefault() {
		serveInTurn(post(urlEqualTo("/1.0/recipes")), aResponse().withStatus(503),
				aResponse().withStatus(201).withHeader("Location", this.service.url("recipes/9")));
		this.service.serveJson("recipes/9", this.service.recipe(9, "Boil"));
		assertThatExceptionOfType(ServerError.class).isThrownBy(() -> create(this.policy));
		assertThat(this.service.requestsFor("recipes")).hasSize(1);
	}

	@Test
	void postIsRetriedIfEnabled() {
		serveInTurn(post(urlEqualTo("/1.0/recipes")), aResponse().withStatus(503),
				aResponse().withStatus(201).withHeader("Location", this.service.url("recipes/9")));
		this.service.serveJson("recipes/9", this.service.recipe(9, "Boil"));
		assertThat(create(this.policy.withRetryPost(true)).getString("instructions")).isEqualTo("Boil");
	}

	@Test
	void policyOfBuilderCanBeChanged() {
		serveInTurn(get(urlEqualTo("/1.0/recipes/4")), aResponse().withStatus(503).withHeader("Retry-After", "7"),
				StubService.json(this.service.recipe(4, "Stir")));
		try (ServiceRoot root = this.service.client()
			.retryPolicy(this.policy)
			.customizeRetryPolicy((policy) -> policy.withMaxRetryAfter(Duration.ofSeconds(3)))
			.build()) {
			root.collection("recipes").get(4);
		}
		assertThat(this.waits).containsExactly(Duration.ofSeconds(3));
	}

	private String read(RetryPolicy retryPolicy) {
		try (ServiceRoot root = this.service.client().retryPolicy(retryPolicy).build()) {
			return root.collection("recipes").get(4).getString("instructions");
		}
	}

	private Entry create(RetryPolicy retryPolicy) {
		try (ServiceRoot root = this.service.client().retryPolicy(retryPolicy).build()) {
			return root.collection("recipes").operation("create").with("instructions", "Boil").invoke().entry();
		}
	}

	private void serveInTurn(MappingBuilder request, ResponseDefinitionBuilder first,
			ResponseDefinitionBuilder second) {
		this.service.serve(request.inScenario("turns").whenScenarioStateIs(Scenario.STARTED).willSetStateTo("second"),
				first);
		this.service.serve(secondTime(request), second);
	}

	private static MappingBuilder secondTime(MappingBuilder request) {
		return request.build().getRequest().getMethod().getName().equals("GET")
				? get(urlEqualTo("/1.0/recipes/4")).inScenario("turns").whenScenarioStateIs("second")
				: post(urlEqualTo("/1.0/recipes")).inScenario("turns").whenScenarioStateIs("second");
	}

}
