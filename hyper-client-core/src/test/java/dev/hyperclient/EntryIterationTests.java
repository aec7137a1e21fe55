package dev.hyperclient;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import dev.hyperclient.error.ServerError;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.error.UnexpectedResponseException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link EntryIteration}: pages, reading ahead, stopping.
 */
class EntryIterationTests {

	private static final String SECOND = "recipes?ws.size=2&ws.start=2";

	private static final String THIRD = "recipes?ws.size=2&ws.start=4";

	private static final String FOURTH = "recipes?ws.size=2&ws.start=6";

	private final ManyRecipes service = new ManyRecipes(9, 2);

	private final ServiceRoot root = this.service.client().build();

	private final EntryCollection recipes = this.root.collection("recipes");

	private final CountDownLatch released = new CountDownLatch(1);

	@AfterEach
	void stop() {
		this.released.countDown();
		this.root.close();
		this.service.close();
	}

	@Test
	void pageIsFetchedWhenItIsReached() {
		Iterator<Entry> entries = this.recipes.iteration().iterator();
		assertThat(this.service.requests()).isEmpty();
		skip(entries, 4);
		assertThat(this.service.requests()).containsExactly("recipes", SECOND);
		skip(entries, 1);
		assertThat(this.service.requests()).containsExactly("recipes", SECOND, THIRD);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void iterationReturnsAllEntriesInOrder(boolean readAhead) {
		EntryIteration iteration = readAhead ? this.recipes.iteration().readAhead() : this.recipes.iteration();
		assertThat(ids(iteration)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
		assertThat(this.service.requests()).hasSize(5);
		assertThat(iteration.stream().map((entry) -> entry.getLong("id"))).hasSize(9);
		assertThat(this.service.requests()).hasSize(10);
	}

	@Test
	void executorIsNotUsedByDefault() {
		List<Runnable> handedOver = new ArrayList<>();
		try (ServiceRoot root = this.service.client().executor(handedOver::add).build()) {
			assertThat(ids(root.collection("recipes").iteration())).hasSize(9);
		}
		assertThat(handedOver).isEmpty();
	}

	@Test
	void readingAheadStartsWithSecondPage() {
		List<Runnable> handedOver = new ArrayList<>();
		try (ServiceRoot root = this.service.client().executor(handedOver::add).build()) {
			Iterator<Entry> entries = root.collection("recipes").iteration().readAhead().iterator();
			skip(entries, 2);
			assertThat(handedOver).isEmpty();
			skip(entries, 1);
			assertThat(handedOver).hasSize(1);
			assertThat(this.service.requests()).containsExactly("recipes", SECOND);
			handedOver.get(0).run();
			assertThat(this.service.requests()).containsExactly("recipes", SECOND, THIRD);
			skip(entries, 1);
			assertThat(handedOver).hasSize(1);
			skip(entries, 1);
			assertThat(handedOver).hasSize(2);
			assertThat(this.service.requests()).containsExactly("recipes", SECOND, THIRD);
		}
	}

	@Test
	void stoppingEarlyStopsFetching() {
		assertThat(this.recipes.iteration().stream().limit(4)).hasSize(4);
		assertThat(this.recipes.iteration().readAhead().stream().limit(2)).hasSize(2);
		assertThat(this.service.requests()).containsExactly("recipes", SECOND, "recipes");
	}

	@Test
	void closingStreamCancelsPageReadAhead() throws Exception {
		ExecutorService threads = Executors.newCachedThreadPool();
		CountDownLatch third = hold(THIRD);
		try (ServiceRoot root = this.service.client().executor(threads).build()) {
			Stream<Entry> entries = root.collection("recipes").iteration().readAhead().stream();
			Iterator<Entry> iterator = entries.iterator();
			skip(iterator, 3);
			third.await();
			entries.close();
			threads.shutdown();
			assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
			assertThat(iterator.hasNext()).isFalse();
		}
		assertThat(this.service.requests()).containsExactly("recipes", SECOND, THIRD);
	}

	@Test
	void closingRootCancelsPageReadAhead() throws Exception {
		CountDownLatch third = hold(THIRD);
		Iterator<Entry> entries = this.recipes.iteration().readAhead().iterator();
		skip(entries, 4);
		third.await();
		this.root.close();
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(entries::hasNext);
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(entries::hasNext)
			.withMessageContaining("closed");
	}

	@Test
	void interruptedIterationCanContinue() throws Exception {
		CountDownLatch third = hold(THIRD);
		Iterator<Entry> entries = this.recipes.iteration().readAhead().iterator();
		skip(entries, 4);
		third.await();
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(TransportException.class).isThrownBy(entries::hasNext)
			.withMessageContaining("interrupted");
		assertThat(Thread.interrupted()).isTrue();
		this.released.countDown();
		assertThat(entries.next().getLong("id")).isEqualTo(4);
		assertThat(this.service.requests()).filteredOn(THIRD::equals).hasSize(1);
	}

	@Test
	void rejectingExecutorLosesNoEntry() {
		try (ServiceRoot root = this.service.client().executor((work) -> {
			throw new RejectedExecutionException("full");
		}).build()) {
			assertThat(ids(root.collection("recipes").iteration().readAhead())).hasSize(9);
		}
	}

	@Test
	void busyExecutorLosesNoEntryAndIsNotFlooded() {
		List<Runnable> queue = new ArrayList<>();
		try (ServiceRoot root = this.service.client().executor(queue::add).build()) {
			assertThat(ids(root.collection("recipes").iteration().readAhead())).hasSize(9);
		}
		assertThat(queue).hasSize(1);
		queue.forEach(Runnable::run);
		assertThat(this.service.requests()).hasSize(5);
	}

	@Test
	void pageSizeIsAHint() {
		assertThat(ids(this.recipes.iteration().pageSize(4))).hasSize(9);
		assertThat(this.service.requests()).containsExactly("recipes?ws.size=4", "recipes?ws.size=4&ws.start=4",
				"recipes?ws.size=4&ws.start=8");
		assertThatIllegalArgumentException().isThrownBy(() -> this.recipes.iteration().pageSize(0));
	}

	@Test
	void resultOfOperationIsIteratedInTheSameWay() {
		EntryCollection found = this.recipes.operation("find").with("search", "x").invoke().collection();
		assertThat(ids(found.iteration().pageSize(8).readAhead())).hasSize(9);
		assertThat(this.service.requests()).containsExactly("recipes?search=%22x%22&ws.op=find",
				"recipes?ws.op=find&search=x&ws.start=2&ws.size=8");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void cycleOfPagesThrowsExceptionAfterTheirEntries(boolean readAhead) {
		this.service.next = (start) -> (start == 4) ? this.service.url(SECOND) : null;
		EntryIteration iteration = readAhead ? this.recipes.iteration().readAhead() : this.recipes.iteration();
		List<Long> seen = new ArrayList<>();
		assertThatExceptionOfType(UnexpectedResponseException.class)
			.isThrownBy(() -> iteration.forEach((entry) -> seen.add(entry.getLong("id"))))
			.withMessageContaining("form a cycle")
			.withMessageContaining(SECOND);
		assertThat(seen).startsWith(0L, 1L, 2L, 3L, 4L, 5L);
		assertThat(this.service.requests()).hasSizeLessThan(8);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void failedPageIsRequestedAgainByNextCall(boolean readAhead) {
		this.service.status = (path) -> path.equals(THIRD) ? 500 : 200;
		EntryIteration iteration = readAhead ? this.recipes.iteration().readAhead() : this.recipes.iteration();
		Iterator<Entry> entries = iteration.iterator();
		skip(entries, 4);
		assertThatExceptionOfType(ServerError.class).isThrownBy(entries::hasNext)
			.satisfies((error) -> assertThat(error.uri()).hasToString(this.service.url(THIRD)));
		assertThatExceptionOfType(ServerError.class).isThrownBy(entries::hasNext);
		this.service.status = (path) -> 200;
		assertThat(entries.next().getLong("id")).isEqualTo(4);
		skip(entries, 4);
		assertThat(entries.hasNext()).isFalse();
		assertThat(this.service.requests()).filteredOn(THIRD::equals).hasSize(3);
		assertThat(this.service.requests()).contains(FOURTH);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void noPageIsRetained(boolean readAhead) {
		int pages = 100;
		try (ManyRecipes many = new ManyRecipes(10_000, 10_000 / pages); ServiceRoot root = many.client().build()) {
			String dishes = ", \"dish_link\": \"" + many.url("dishes/");
			many.members = (id) -> dishes + id / 50 + "\"";
			EntryIteration iteration = root.collection("recipes").iteration().prefetch("dish");
			Iterator<Entry> entries = (readAhead ? iteration.readAhead() : iteration).iterator();
			List<WeakReference<Entry>> seen = new ArrayList<>();
			int count = 0;
			while (entries.hasNext() && count < 9_950) {
				Entry entry = entries.next();
				if (count++ % 100 == 0) {
					seen.add(new WeakReference<>(entry));
				}
			}
			assertThat(count).isEqualTo(9_950);
			assertThat(seen).hasSize(pages);
			assertThat(kept(seen)).isEqualTo(1);
			assertThat(entries.hasNext()).isTrue();
		}
	}

	/** Return the number of instances after garbage collection. */
	private static long kept(List<WeakReference<Entry>> seen) {
		long kept = seen.size();
		for (int i = 0; i < 50 && kept > 1; i++) {
			System.gc();
			kept = seen.stream().filter((entry) -> entry.get() != null).count();
		}
		return kept;
	}

	private CountDownLatch hold(String held) {
		CountDownLatch reached = new CountDownLatch(1);
		this.service.before = (path) -> {
			if (path.equals(held)) {
				reached.countDown();
				ManyRecipes.await(this.released, 30_000);
			}
		};
		return reached;
	}

	private static List<Long> ids(EntryIteration iteration) {
		List<Long> ids = new ArrayList<>();
		iteration.forEach((entry) -> ids.add(entry.getLong("id")));
		return ids;
	}

	private static void skip(Iterator<Entry> entries, int number) {
		for (int i = 0; i < number; i++) {
			entries.next();
		}
	}

}
