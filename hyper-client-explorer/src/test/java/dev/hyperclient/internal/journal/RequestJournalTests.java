package dev.hyperclient.internal.journal;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.error.NoSuchEntryException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.retry.RetryPolicy;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * The requests that a {@link RequestJournal} has, and to which recording they belong.
 */
class RequestJournalTests {

	private static final int RECIPES = 20;

	@AutoClose
	private final FakeService service = FakeService.builder("cookbooks").type("dish", "dishes", (dish) -> {
		dish.text("name").maxAge(Duration.ofHours(1));
		IntStream.range(0, RECIPES).forEach((id) -> dish.entry(Map.of("name", "dish" + id)));
	}).type("recipe", "recipes", (recipe) -> {
		recipe.integer("id").text("instructions").link("dish", "dish");
		IntStream.range(0, RECIPES)
			.forEach((id) -> recipe.entry(Map.of("id", id, "instructions", "Stir.", "dish", "dish" + id)));
	}).rootLink("featured", "recipes/4").start();

	private final RequestJournal journal = new RequestJournal();

	@AutoClose
	private ServiceRoot root;

	@BeforeEach
	void connect() {
		ServiceRootBuilder builder = ServiceRoot.builder()
			.serviceRoot(this.service.baseUrl())
			.retryPolicy(RetryPolicy.defaults().withMaxRetries(2).withWaits((retry) -> Duration.ZERO));
		new JournalObserver("cookbook", this.journal).addTo(builder);
		this.root = builder.build();
	}

	@Test
	void requestsHaveOutcomeAndBytes() {
		List<JournaledRequest> requests = record(() -> {
			this.root.load("recipes/4", Entry.class);
			Entry recipe = this.root.load("recipes/4", Entry.class);
			this.root.load("dishes/dish4", Entry.class);
			this.root.load("dishes/dish4", Entry.class);
			assertThatThrownBy(() -> this.root.load("recipes/77", Entry.class)).isInstanceOfAny(NotFound.class,
					NoSuchEntryException.class);
			recipe.set("instructions", "Whisk.").save();
		});
		assertThat(requests).extracting(JournaledRequest::outcome)
			.containsExactly(JournaledRequest.Outcome.MISS, JournaledRequest.Outcome.REVALIDATED,
					JournaledRequest.Outcome.MISS, JournaledRequest.Outcome.HIT, JournaledRequest.Outcome.ERROR,
					JournaledRequest.Outcome.BYPASS);
		assertThat(requests).extracting(JournaledRequest::status).containsExactly(200, 304, 200, 200, 404, 209);
		JournaledRequest first = requests.get(0);
		assertThat(first.service()).isEqualTo("cookbook");
		assertThat(first.method() + " " + first.target()).isEqualTo("GET /1.0/recipes/4");
		assertThat(first.receivedBytes()).isPositive();
		assertThat(first.duration()).isPositive();
		JournaledRequest second = requests.get(1);
		assertThat(second.receivedBytes()).isZero();
		assertThat(second.savedBytes()).isEqualTo(first.receivedBytes());
	}

	@Test
	void refusalThatIsRetriedIsARequestOfItsOwn() {
		this.service.faults().failNext(503);
		List<JournaledRequest> requests = record(() -> this.root.load("recipes/4", Entry.class));
		assertThat(requests).extracting(JournaledRequest::outcome)
			.containsExactly(JournaledRequest.Outcome.RETRY, JournaledRequest.Outcome.MISS);
		assertThat(requests).extracting(JournaledRequest::status).containsExactly(503, 200);
	}

	@Test
	void requestWithoutResponseIsAnErrorWithoutStatus() {
		this.service.close();
		List<JournaledRequest> requests = record(
				() -> assertThatThrownBy(() -> this.root.load("recipes/4", Entry.class))
					.isInstanceOf(RuntimeException.class));
		assertThat(requests).singleElement().satisfies((request) -> {
			assertThat(request.outcome()).isEqualTo(JournaledRequest.Outcome.ERROR);
			assertThat(request.status()).isNull();
			assertThat(request.target()).isEqualTo("/1.0/recipes/4");
		});
	}

	@Test
	void targetOfRedirectIsARequestOfItsOwn() {
		List<JournaledRequest> requests = record(() -> this.root.entry("featured").getString("instructions"));
		assertThat(requests).extracting(JournaledRequest::target)
			.containsExactly("/1.0/recipes/featured", "/1.0/recipes/4");
	}

	@Test
	void valuesOfSecretParametersAreNotShown() {
		String shown = "recipes?search=soup&api_token=...&Secret=...&passwd=...&signature=...&credentials=...&oauth_nonce=..."
				+ "&apikey=...&api_key=...&X-Auth=...&session=...&sig=...&ws.size=1";
		List<JournaledRequest> requests = record(() -> this.root.load(shown.replace("...", "hunter2")));
		assertThat(requests).extracting(JournaledRequest::target).containsExactly("/1.0/" + shown);
	}

	@Test
	void requestsOnOtherThreadsBelongToTheRecordingThatNeedsThem() throws Exception {
		CyclicBarrier together = new CyclicBarrier(2);
		ExecutorService users = Executors.newFixedThreadPool(2);
		try {
			Future<List<JournaledRequest>> walk = users.submit(() -> record(() -> {
				await(together);
				this.root.collection("recipes")
					.iteration()
					.pageSize(5)
					.readAhead()
					.prefetch("dish")
					.stream()
					.forEach((recipe) -> recipe.entry("dish").getString("name"));
			}));
			Future<List<JournaledRequest>> other = users.submit(() -> record(() -> {
				await(together);
				IntStream.range(0, RECIPES).forEach((id) -> this.root.load("recipes/" + id, Entry.class));
			}));
			assertThat(walk.get()).hasSize(RECIPES / 5 + RECIPES)
				.allSatisfy((request) -> assertThat(request.target()).matches("/1.0/(recipes\\?.*|dishes/.*)"));
			assertThat(other.get()).hasSize(RECIPES)
				.allSatisfy((request) -> assertThat(request.target()).matches("/1.0/recipes/\\d+"));
		}
		finally {
			users.shutdownNow();
		}
	}

	@Test
	void requestsOfInnerRecordingBelongToTheOuterOneToo() {
		JournalRecording inner = new JournalRecording();
		List<JournaledRequest> outer = record(() -> {
			this.root.load("recipes/1", Entry.class);
			this.journal.record(inner, () -> this.root.load("recipes/2", Entry.class));
			this.root.load("recipes/3", Entry.class);
		});
		assertThat(outer).extracting(JournaledRequest::target)
			.containsExactly("/1.0/recipes/1", "/1.0/recipes/2", "/1.0/recipes/3");
		assertThat(inner.requests()).extracting(JournaledRequest::target).containsExactly("/1.0/recipes/2");
	}

	@Test
	void summaryCountsRequestsAndSavedBytes() {
		JournalRecording recording = new JournalRecording();
		this.journal.record(recording, () -> {
			for (int i = 0; i < 3; i++) {
				this.root.load("recipes/4", Entry.class);
				this.root.load("dishes/dish4", Entry.class);
			}
		});
		assertThat(recording.summary().text())
			.matches("4 requests, 2 answered 304, 2 answered by the cache alone, [\\d.]+ k?B not transferred again");
		assertThat(this.journal.total().sent()).isEqualTo(6);
	}

	@Test
	void journalIsBoundedAndCountsAll() {
		List<JournaledRequest> requests = record(
				() -> IntStream.range(0, 2_500).forEach((i) -> this.root.load("dishes/dish4", Entry.class)));
		assertThat(requests).hasSize(500);
		assertThat(this.journal.latest()).hasSize(2_000);
		assertThat(this.journal.total().hits()).isEqualTo(2_499);
	}

	private List<JournaledRequest> record(Runnable work) {
		JournalRecording recording = new JournalRecording();
		this.journal.record(recording, work);
		return recording.requests();
	}

	private static void await(CyclicBarrier barrier) {
		try {
			barrier.await();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

}
