package dev.hyperclient;

import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.UnexpectedResponseException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for the call timeout, which limits each call with all its requests.
 */
@Execution(ExecutionMode.CONCURRENT)
class CallTimeoutTests {

	private static final Duration TIMEOUT = Duration.ofMillis(300);

	/** Two responses exceed the call timeout, one does not. */
	private static final int DELAY = 200;

	private final CountDownLatch released = new CountDownLatch(1);

	private final ManyRecipes many = new ManyRecipes(1000, 1);

	@AfterEach
	void stop() {
		this.released.countDown();
		this.many.close();
	}

	@ParameterizedTest
	@MethodSource("walks")
	void pagesWithoutEntriesEndWithoutTimeout(Consumer<EntryCollection> walk) {
		try (ManyRecipes empty = new ManyRecipes(0, 1)) {
			empty.next = (start) -> empty.url("recipes?ws.start=" + (start + 1));
			try (ServiceRoot root = empty.client().callTimeout(null).build()) {
				assertThatExceptionOfType(UnexpectedResponseException.class)
					.isThrownBy(() -> walk.accept(root.collection("recipes")))
					.withMessageContaining(empty.url("recipes"))
					.withMessageContaining("100 pages in a row without entries");
				assertThat(empty.requests()).hasSize(100);
			}
		}
	}

	@Test
	void walkThroughSlowPagesWithoutEntriesTimesOut() {
		try (ManyRecipes empty = new ManyRecipes(0, 1)) {
			empty.next = (start) -> empty.url("recipes?ws.start=" + (start + 1));
			empty.before = (path) -> hold(path, 25);
			try (ServiceRoot root = fetched(empty.client())) {
				assertTimesOut(() -> root.collection("recipes").iterator().hasNext());
			}
		}
	}

	static Stream<Consumer<EntryCollection>> walks() {
		return Stream.of((recipes) -> recipes.iterator().hasNext(), (recipes) -> recipes.slice(0, 9));
	}

	@Test
	void fewPagesWithoutEntriesAreSkipped() {
		try (ManyRecipes late = new ManyRecipes(100, 1)) {
			late.next = (start) -> (start < 99)
					? late.url("recipes?ws.size=%d&ws.start=%d".formatted(start / 98, start + 1)) : null;
			try (ServiceRoot root = late.client().build()) {
				assertThat(root.collection("recipes").slice(0, 3)).hasSize(2);
				assertThat(root.collection("recipes").stream().count()).isEqualTo(2);
			}
		}
	}

	@Test
	void sliceOverManyPagesTimesOut() {
		this.many.before = (path) -> hold(path, 25);
		try (ServiceRoot root = fetched(this.many.client())) {
			assertTimesOut(() -> root.collection("recipes").slice(0, 100));
			assertThat(this.many.requests()).hasSizeLessThan(100);
		}
	}

	@Test
	void eachStepOfAnIterationHasItsOwnTimeout() {
		this.many.before = (path) -> hold(path, 25);
		try (ServiceRoot root = fetched(this.many.client())) {
			Iterator<Entry> entries = root.collection("recipes").iteration().iterator();
			for (int i = 0; i < 20; i++) {
				assertThat(patiently(entries::next).getLong("id")).isEqualTo(i);
			}
		}
	}

	@Test
	void linksThatTimeOutStayUnfetched() {
		this.many.members = (
				id) -> ", \"dish_link\": \"%1$s/a\", \"drink_link\": \"%1$s/b\", \"cookbook_link\": \"%1$s/c\""
					.formatted(this.many.url("dishes"));
		this.many.before = (path) -> {
			if (path.startsWith("dishes")) {
				ManyRecipes.await(this.released, 30_000);
			}
		};
		try (ServiceRoot root = fetched(this.many.client())) {
			Iterator<Entry> recipes = root.collection("recipes")
				.iteration()
				.prefetch("dish", "drink", "cookbook")
				.maxConcurrency(1)
				.iterator();
			Entry recipe = patiently(recipes::next);
			assertThat(recipe.entry("dish").isFetched()).isFalse();
			assertThat(this.many.requests()).doesNotContain("dishes/b", "dishes/c");
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "EAGER", "LAZY" })
	void fetchingTheTwoDocumentsOfTheRootTimesOut(Startup startup) {
		this.many.before = (path) -> {
			if (path.isEmpty()) {
				ManyRecipes.await(this.released, DELAY);
			}
		};
		assertTimesOut(() -> {
			try (ServiceRoot root = this.many.client().startup(startup).callTimeout(TIMEOUT).build()) {
				root.svcEntries();
			}
		});
	}

	@Test
	void sizeWithSeparateLinkTimesOut() {
		this.many.before = (path) -> hold(path, DELAY);
		try (ServiceRoot root = fetched(this.many.client())) {
			assertTimesOut(() -> root.collection("recipes").size());
		}
	}

	@Test
	void saveTimesOutWithTheRequestForTheNewState() {
		try (StubService service = new StubService(); ServiceRoot root = fetched(service.client())) {
			service.serveJson("recipes/4", service.recipe(4, "Stir"));
			Entry recipe = patiently(() -> root.collection("recipes").get(4));
			service.serve("PATCH", "recipes/4", aResponse().withFixedDelay(DELAY));
			service.serve("recipes/4", StubService.json(service.recipe(4, "Boil")).withFixedDelay(DELAY));
			assertTimesOut(() -> recipe.set("instructions", recipe.getString("instructions") + "!").save());
			assertThat(recipe.changes()).containsKey("instructions");
		}
	}

	@Test
	void operationTimesOutWithTheRequestForItsResult() {
		try (StubService service = new StubService(); ServiceRoot root = fetched(service.client())) {
			service.serve("POST", "recipes",
					aResponse().withStatus(201).withHeader("Location", service.url("recipes/4")).withFixedDelay(DELAY));
			service.serve("recipes/4", StubService.json(service.recipe(4, "Boil")).withFixedDelay(DELAY));
			NamedOperation create = root.collection("recipes").operation("create").with("instructions", "Boil");
			assertTimesOut(create::invoke);
		}
	}

	@Test
	void redirectsTimeOutTogether() {
		try (StubService service = new StubService(); ServiceRoot root = fetched(service.client())) {
			service.serve("recipes/4", aResponse().withStatus(302).withHeader("Location", "5").withFixedDelay(DELAY));
			service.serve("recipes/5", StubService.json(service.recipe(5, "Boil")).withFixedDelay(DELAY));
			assertTimesOut(() -> root.collection("recipes").get(4));
		}
	}

	@Test
	void validationRejectsNonPositiveTimeout() {
		try (ServiceRoot root = this.many.client().build()) {
			assertThatIllegalArgumentException().isThrownBy(() -> root.validate(Duration.ZERO))
				.withMessage("'timeout' must be positive but is PT0S");
			assertThatIllegalArgumentException().isThrownBy(() -> root.validate(Duration.ofSeconds(-1)))
				.withMessageContaining("'timeout'");
		}
	}

	@Test
	void validationThatTimesOutNamesItsOwnTimeout() {
		try (ServiceRoot root = this.many.client().build()) {
			this.many.before = (path) -> ManyRecipes.await(this.released, 30_000);
			assertThatExceptionOfType(CallTimeoutException.class).isThrownBy(() -> root.validate(Duration.ofMillis(50)))
				.withMessageContaining("'timeout' (PT0.05S)")
				.withMessageNotContaining("call-timeout");
		}
	}

	private static ServiceRoot fetched(ServiceRootBuilder client) {
		ServiceRoot root = client.callTimeout(TIMEOUT).startup(Startup.LAZY).build();
		patiently(root::svcEntries);
		return root;
	}

	/** Timeout for preparations, which may be slow on a busy machine. */
	static <T> T patiently(Supplier<T> preparation) {
		while (true) {
			try {
				return preparation.get();
			}
			catch (CallTimeoutException ex) {
				// Once more.
			}
		}
	}

	/**
	 * A busy machine may have received the last response before it continues the thread
	 * whose time is over, but not each time.
	 */
	private static void assertTimesOut(ThrowingCallable call) {
		Throwable thrown = catchThrowable(call);
		for (int i = 0; i < 10 && !(thrown instanceof CallTimeoutException); i++) {
			thrown = catchThrowable(call);
		}
		assertThat(thrown).isInstanceOf(CallTimeoutException.class)
			.hasMessageContaining("/1.0/")
			.hasMessageContaining("'callTimeout'");
	}

	/** Delay of all responses except those of the root. */
	private void hold(String path, int millis) {
		if (path.startsWith("recipes")) {
			ManyRecipes.await(this.released, millis);
		}
	}

}
