package dev.hyperclient;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import dev.hyperclient.error.ServerError;
import dev.hyperclient.retry.RetryPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for retries. Waits are recorded instead of slept.
 */
class RetryTests {

	@RegisterExtension
	private final StubService service = new StubService();

	private final List<Duration> waits = new ArrayList<>();

	private final RetryPolicy policy = RetryPolicy.defaults()
		.withSleeper(this.waits::add)
		.withClock(Clock.fixed(Instant.parse("2026-11-21T00:00:00Z"), ZoneOffset.UTC));

	@Test
	void temporaryFailureIsRetried() {
		serveAfterFailure();
		assertThat(read(this.policy)).isEqualTo("Stir");
		assertThat(this.service.requestsFor("recipes/4")).hasSize(2);
	}

	@Test
	void unavailableServiceIsRequestedSevenTimes() {
		this.service.serve("recipes/4", aResponse().withStatus(503).withBody("Not now"));
		assertThatExceptionOfType(ServerError.class).isThrownBy(() -> read(this.policy))
			.satisfies((error) -> assertThat(error.status()).isEqualTo(503))
			.withMessageContaining("Not now");
		assertThat(this.service.requestsFor("recipes/4")).hasSize(7);
	}

	@Test
	void waitBeyondTheCallTimeoutIsNotStarted() {
		this.service.serve("recipes/4", aResponse().withStatus(503).withHeader("Retry-After", "20"));
		ServiceRoot root = this.service
			.open(this.service.client().retryPolicy(this.policy).callTimeout(Duration.ofSeconds(15)));
		assertThatExceptionOfType(ServerError.class).isThrownBy(() -> root.collection("recipes").get(4));
		assertThat(this.waits).isEmpty();
	}

	@Test
	void policyOfBuilderCanBeChanged() {
		serveAfterFailure();
		ServiceRoot root = this.service.open(this.service.client()
			.retryPolicy(this.policy)
			.customizeRetryPolicy((policy) -> policy.withMaxRetryAfter(Duration.ofSeconds(3))));
		root.collection("recipes").get(4);
		assertThat(this.waits).containsExactly(Duration.ofSeconds(3));
	}

	private String read(RetryPolicy retryPolicy) {
		try (ServiceRoot root = this.service.client().retryPolicy(retryPolicy).build()) {
			return root.collection("recipes").get(4).getString("instructions");
		}
	}

	private void serveAfterFailure() {
		this.service.serveInTurn("recipes/4", aResponse().withStatus(503).withHeader("Retry-After", "7"),
				StubService.json(this.service.recipe(4, "Stir")));
	}

}
