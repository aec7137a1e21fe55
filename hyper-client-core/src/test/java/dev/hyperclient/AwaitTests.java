package dev.hyperclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.ServerError;
import dev.hyperclient.retry.RetryPolicy;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for waiting until a condition of an entry holds. The waits are recorded instead
 * of slept, and the service changes during them.
 */
class AwaitTests {

	@AutoClose
	private final StubService service = new StubService();

	private final List<Duration> waits = new ArrayList<>();

	@AutoClose
	private final ServiceRoot root = root();

	private ResponseDefinitionBuilder afterFourWaits = StubService.json(this.service.recipe(4, "Cooked"));

	private ServiceRoot root() {
		serve(StubService.json(this.service.recipe(4, "Stir")));
		return this.service.client().retryPolicy(RetryPolicy.none().withSleeper((wait) -> {
			this.waits.add(wait);
			if (this.waits.size() == 4) {
				serve(this.afterFourWaits);
			}
		})).build();
	}

	private void serve(ResponseDefinitionBuilder response) {
		this.service.serve("recipes/4", response);
	}

	private Entry recipe() {
		return this.root.collection("recipes").get(4);
	}

	private static boolean isCooked(Entry recipe) {
		return "Cooked".equals(recipe.getString("instructions"));
	}

	@Test
	void entryIsRefreshedWithLongerWaitsUntilTheConditionHolds() {
		Entry recipe = recipe();
		recipe.await(AwaitTests::isCooked, Duration.ofHours(1));
		assertThat(this.waits.stream().map(Duration::toSeconds)).containsExactly(10L, 20L, 40L, 60L);
		assertThat(recipe.getString("instructions")).isEqualTo("Cooked");
	}

	@Test
	void conditionThatHoldsNeedsNoRequest() {
		Entry recipe = recipe();
		recipe.await((entry) -> !isCooked(entry), Duration.ofHours(1));
		assertThat(this.service.requestsFor("recipes/4")).hasSize(1);
		assertThat(this.waits).isEmpty();
	}

	@Test
	void lastWaitEndsWithTheTimeout() {
		assertThatExceptionOfType(CallTimeoutException.class)
			.isThrownBy(() -> recipe().await((entry) -> false, Duration.ofMillis(300)))
			.withMessageContaining("recipes/4")
			.withMessageContaining("'timeout' (PT0.3S)");
		assertThat(this.waits).isNotEmpty().allMatch((wait) -> wait.toMillis() <= 300);
	}

	@Test
	void timeoutOfCenturiesIsNoDeadline() {
		Entry recipe = recipe();
		recipe.await(AwaitTests::isCooked, Duration.ofDays(Integer.MAX_VALUE));
		assertThat(recipe.getString("instructions")).isEqualTo("Cooked");
	}

	@Test
	void serviceMayBeAwayMeanwhile() {
		Entry recipe = recipe();
		serve(aResponse().withStatus(503));
		recipe.await(AwaitTests::isCooked, Duration.ofHours(1));
		assertThat(this.waits).hasSize(4);
		serve(aResponse().withStatus(503));
		assertThatExceptionOfType(CallTimeoutException.class)
			.isThrownBy(() -> recipe.await((entry) -> false, Duration.ofMillis(300)))
			.withCauseInstanceOf(ServerError.class);
	}

	@Test
	void entryThatIsGoneEndsTheWait() {
		Entry recipe = recipe();
		serve(aResponse().withStatus(404));
		assertThatExceptionOfType(NotFound.class)
			.isThrownBy(() -> recipe.await(AwaitTests::isCooked, Duration.ofHours(1)));
	}

	@Test
	void unsavedChangesAndTimeoutsThatAreNotPositiveAreRefused() {
		Entry recipe = recipe();
		assertThatIllegalArgumentException().isThrownBy(() -> recipe.await(AwaitTests::isCooked, Duration.ZERO));
		recipe.set("instructions", "Boil");
		assertThatIllegalStateException().isThrownBy(() -> recipe.await(AwaitTests::isCooked, Duration.ofHours(1)));
	}

}
