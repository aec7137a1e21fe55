package dev.hyperclient;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.hyperclient.call.CallObserver;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for prefetching of linked entries.
 */
class PrefetchTests {

	private final ManyRecipes service = new ManyRecipes(20, 10);

	private final ServiceRoot root = this.service.client().build();

	private final EntryCollection recipes = this.root.collection("recipes");

	private final CountDownLatch released = new CountDownLatch(1);

	PrefetchTests() {
		this.service.members = (id) -> link("dish", "dishes/" + id % 3) + link("cookbook", "cookbooks/" + id / 10);
	}

	@AfterEach
	void stop() {
		this.released.countDown();
		this.root.close();
		this.service.close();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void eachLinkedEntryIsFetchedOnceForAllPages(boolean readAhead) {
		EntryIteration iteration = this.recipes.iteration().prefetch("dish").prefetch("cookbook");
		for (Entry recipe : readAhead ? iteration.readAhead() : iteration) {
			long id = recipe.getLong("id");
			assertThat(recipe.entry("dish").isFetched()).isTrue();
			assertThat(recipe.entry("dish").getString("instructions")).isEqualTo("dishes/" + id % 3);
			assertThat(recipe.entry("cookbook").getString("instructions")).isEqualTo("cookbooks/" + id / 10);
		}
		assertThat(this.service.requests()).containsExactlyInAnyOrder("recipes", "recipes?ws.size=10&ws.start=10",
				"dishes/0", "dishes/1", "dishes/2", "cookbooks/0", "cookbooks/1");
	}

	@Test
	void linksWithTheSameTargetShareAnEntry() {
		this.service.members = (id) -> link("dish", "dishes/1")
				+ link("cookbook", "dishes/1").replace("http:", (id % 2 == 0) ? "http:" : "HTTP:");
		for (Entry recipe : this.recipes.iteration().prefetch("dish", "cookbook")) {
			assertThat(recipe.entry("dish").isFetched()).isTrue();
			assertThat(recipe.entry("cookbook")).isSameAs(recipe.entry("dish"));
		}
		assertThat(this.service.requests()).containsExactly("recipes", "dishes/1", "recipes?ws.size=10&ws.start=10");
	}

	@Test
	void entriesOfOtherIterationsAreNotAffected() {
		Entry plain = this.recipes.at(0);
		assertThat(this.recipes.iteration().prefetch("dish").iterator().next().entry("dish").isFetched()).isTrue();
		assertThat(plain.entry("dish").isFetched()).isFalse();
		assertThat(this.recipes.at(0).entry("dish").isFetched()).isFalse();
	}

	@Test
	void refreshDiscardsPrefetchedLinks() {
		Entry recipe = this.recipes.iteration().prefetch("dish").iterator().next();
		this.service.members = (id) -> link("dish", "dishes/7");
		recipe.entry("dish").svcRefresh();
		assertThat(recipe.entry("dish").isFetched()).isTrue();
		recipe.svcRefresh();
		assertThatExceptionOfType(dev.hyperclient.error.NoSuchAttributeException.class)
			.isThrownBy(() -> recipe.entry("dish"));
	}

	@Test
	void changeDiscardsPrefetchedLinks() {
		Entry recipe = this.recipes.iteration().prefetch("dish").iterator().next();
		recipe.set("instructions", "Stir");
		assertThat(recipe.entry("dish").isFetched()).isFalse();
	}

	@Test
	void failedPrefetchThrowsWhenEntryIsRead() {
		this.service.status = (path) -> path.equals("dishes/1") ? 404 : 200;
		List<Entry> all = this.recipes.iteration().prefetch("dish").stream().toList();
		assertThat(all).hasSize(20);
		assertThat(all.get(0).entry("dish").isFetched()).isTrue();
		Entry missing = all.get(1).entry("dish");
		assertThat(missing.isFetched()).isFalse();
		assertThatExceptionOfType(NotFound.class).isThrownBy(() -> missing.getString("instructions"))
			.withMessageContaining("dishes/1");
		this.service.status = (path) -> 200;
		assertThat(missing.getString("instructions")).isEqualTo("dishes/1");
	}

	@Test
	void unusableLinkIsSkipped() {
		this.service.members = (id) -> switch (id) {
			case 0 -> "";
			case 1 -> ", \"dish_link\": null";
			case 2 -> ", \"dish_link\": \"tag:launchpad.net:2008:redacted\"";
			case 3 -> ", \"dish_link\": 17";
			case 4 -> ", \"dish_link\": \"not a URL\"";
			case 5 -> ", \"dish_link\": \"http://elsewhere.example/dishes/5\"";
			default -> link("dish", "dishes/6");
		};
		List<Entry> all = this.recipes.iteration().prefetch("dish", "drink").stream().toList();
		assertThat(all).hasSize(20);
		assertThat(this.service.requests()).hasSize(3).contains("dishes/6");
		assertThat(all.get(1).findEntry("dish")).isEmpty();
		assertThatExceptionOfType(RedactedValueException.class).isThrownBy(() -> all.get(2).entry("dish"));
		assertThatExceptionOfType(ForeignOriginException.class)
			.isThrownBy(() -> all.get(5).entry("dish").getString("instructions"));
	}

	@Test
	void nameThatIsNoLinkIsRejectedAtOnce() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.root.collection("recipes").iteration().prefetch("dsh"))
			.withMessage("'dsh' cannot be prefetched: the resource type 'recipe' has no such link;"
					+ " did you mean 'dish'? It has: next, dish, drink, cookbook, cover");
		for (String wrong : List.of("dish_link", "instructions", "variants", "")) {
			assertThatIllegalArgumentException().isThrownBy(() -> this.recipes.iteration().prefetch("dish", wrong));
		}
		assertThat(this.service.requests()).isEmpty();
	}

	@Test
	void linkOfAMoreSpecificTypeIsAccepted() {
		try (StubService tracker = new StubService()) {
			tracker.serveRoot(DescriptionSource.TRACKER.wadl(tracker.url("")),
					DescriptionSource.TRACKER.json("root", tracker.url("")));
			try (ServiceRoot root = tracker.client().build()) {
				EntryIteration iteration = root.collection("people").iteration();
				assertThat(iteration.prefetch("team_owner")).isNotNull();
				assertThatIllegalArgumentException().isThrownBy(() -> iteration.prefetch("duplicate_of"))
					.withMessageContaining("the resource type 'person' has no such link; it has: mugshot, mail");
			}
		}
	}

	@Test
	void nameIsRejectedWithTheFirstEntriesIfTheirTypeWasUnknown() {
		try (StubService untyped = new StubService()) {
			untyped.serveRoot(StubService.wadl(untyped.url("")).replaceAll("(?m)^.*name=\"entry_links\".*$", ""),
					untyped.rootJson());
			untyped.serveJson("recipes", untyped.page(0, 1, null, untyped.recipe(4, "Stir")));
			try (ServiceRoot root = untyped.client()
				.collection("recipes", CollectionType.keyedBy("recipes/{key}"))
				.build()) {
				EntryCollection recipes = root.collection("recipes");
				EntryIteration iteration = recipes.iteration().prefetch("dsh");
				assertThatIllegalArgumentException().isThrownBy(() -> iteration.iterator().next())
					.withMessageContaining("did you mean 'dish'?");
				assertThat(recipes.iteration().prefetch("dish").stream()).hasSize(1);
			}
		}
	}

	@Test
	void maxConcurrencyLimitsRequests() {
		this.service.members = (id) -> link("dish", "dishes/" + id);
		CyclicBarrier three = new CyclicBarrier(3);
		this.service.before = (path) -> {
			// The last of ten would wait for two more.
			if (path.startsWith("dishes/") && this.service.requests().size() <= 10) {
				await(three);
			}
		};
		AtomicInteger helpers = new AtomicInteger();
		try (ServiceRoot root = this.service.client().executor((work) -> {
			helpers.incrementAndGet();
			new Thread(work).start();
		}).build()) {
			EntryIteration iteration = root.collection("recipes").iteration().prefetch("dish").maxConcurrency(3);
			assertThat(iteration.iterator().next().entry("dish").isFetched()).isTrue();
		}
		assertThat(this.service.requests()).hasSize(11);
		assertThat(this.service.mostInFlight()).isEqualTo(3);
		assertThat(helpers).hasValue(2);
	}

	@Test
	void requestsOfOtherThreadsHaveTheContextOfAllObservers() {
		CyclicBarrier three = new CyclicBarrier(3);
		this.service.before = (path) -> {
			if (path.startsWith("dishes/")) {
				await(three);
			}
		};
		ValueOfThread tenant = new ValueOfThread("tenant");
		ValueOfThread user = new ValueOfThread("user");
		List<String> sent = new CopyOnWriteArrayList<>();
		WebClient client = WebClient.builder().filter((request, next) -> Mono.deferContextual((context) -> {
			sent.add(context.getOrDefault("tenant", "none") + " " + context.getOrDefault("user", "none"));
			return next.exchange(request);
		})).build();
		try (ServiceRoot observed = this.service.client()
			.webClient(() -> client)
			.addCallObserver(tenant)
			.addCallObserver(user)
			.build()) {
			sent.clear();
			tenant.value.set("kitchen");
			user.value.set("cook");
			observed.collection("recipes").iteration().prefetch("dish").iterator().next();
		}
		assertThat(this.service.mostInFlight()).isEqualTo(3);
		assertThat(sent).hasSize(4).containsOnly("kitchen cook");
	}

	@Test
	void numberOfReusedLinkedEntriesIsLimited() {
		try (ManyRecipes many = new ManyRecipes(600, 300); ServiceRoot root = many.client().build()) {
			many.members = (id) -> ", \"dish_link\": \"%s\"".formatted(many.url("dishes/" + id % 300));
			assertThat(root.collection("recipes").iteration().prefetch("dish").stream()).hasSize(600)
				.allMatch((recipe) -> recipe.entry("dish").isFetched());
			assertThat(many.requests()).hasSize(602);
		}
	}

	@Test
	void nonPositiveSettingsAreRejected() {
		this.recipes.iteration().prefetch("dish", "cookbook").maxConcurrency(1).forEach((recipe) -> {
		});
		assertThat(this.service.requests()).hasSize(7);
		assertThat(this.service.mostInFlight()).isEqualTo(1);
		assertThatIllegalArgumentException().isThrownBy(() -> this.recipes.iteration().maxConcurrency(0))
			.withMessage("'maxConcurrency' must be positive but is 0");
		assertThatIllegalArgumentException().isThrownBy(() -> this.recipes.iteration().prefetch((String) null))
			.withMessage("'links' must not contain null");
	}

	@Test
	void callingThreadFetchesAllWithoutOtherThreads() {
		try (ServiceRoot root = this.service.client().executor((work) -> {
		}).build()) {
			assertThat(root.collection("recipes").iteration().prefetch("dish").readAhead().stream())
				.allMatch((recipe) -> recipe.entry("dish").isFetched());
		}
		assertThat(this.service.mostInFlight()).isEqualTo(1);
	}

	@Test
	void closingCancelsLinksOfPageReadAhead() throws Exception {
		ManyRecipes many = new ManyRecipes(9, 3);
		many.members = (id) -> ", \"dish_link\": \"%s\"".formatted(many.url("dishes/" + id));
		CountDownLatch reached = new CountDownLatch(2);
		many.before = (path) -> {
			if (path.compareTo("dishes/6") >= 0 && path.startsWith("dishes/")) {
				reached.countDown();
				ManyRecipes.await(this.released, 30_000);
			}
		};
		ExecutorService threads = Executors.newCachedThreadPool();
		try (many; ServiceRoot root = many.client().executor(threads).build()) {
			Stream<Entry> entries = root.collection("recipes")
				.iteration()
				.prefetch("dish")
				.readAhead()
				.maxConcurrency(2)
				.stream();
			Iterator<Entry> iterator = entries.iterator();
			for (int i = 0; i < 4; i++) {
				iterator.next();
			}
			reached.await();
			entries.close();
			threads.shutdown();
			assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
			assertThat(many.requests()).doesNotContain("dishes/8");
		}
	}

	@Test
	void resultOfOperationIsPrefetched() {
		EntryCollection found = this.recipes.operation("find").with("search", "x").invoke().collection();
		assertThat(found.iteration().prefetch("dish").stream()).hasSize(20)
			.allMatch((recipe) -> recipe.entry("dish").isFetched());
		assertThat(this.service.requests()).hasSize(5);
	}

	private String link(String name, String path) {
		return ", \"%s_link\": \"%s\"".formatted(name, this.service.url(path));
	}

	private static void await(CyclicBarrier barrier) {
		try {
			barrier.await(30, TimeUnit.SECONDS);
		}
		catch (InterruptedException | BrokenBarrierException | java.util.concurrent.TimeoutException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Continues a value of the calling thread. */
	private static final class ValueOfThread implements CallObserver {

		private final ThreadLocal<String> value = new ThreadLocal<>();

		private final String name;

		ValueOfThread(String name) {
			this.name = name;
		}

		@Override
		public ServiceResponse observe(ServiceRequest request, Function<ServiceRequest, ServiceResponse> call) {
			return call.apply(request);
		}

		@Override
		public Map<String, ?> context() {
			return (this.value.get() != null) ? Map.of(this.name, this.value.get()) : Map.of();
		}

		@Override
		public <T> Callable<T> wrap(Callable<T> work) {
			String current = this.value.get();
			return () -> {
				this.value.set(current);
				return work.call();
			};
		}

	}

}
