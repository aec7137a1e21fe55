package dev.hyperclient.cache;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hyperclient.cache.TestClients.ScriptedResponse;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.testservice.MovableClock;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Requests that wait for the response to an equal one, and validations in the background,
 * with each kind of client.
 */
class CoalescedRequestTests {

	private static final String URL = "http://cookbooks.dev/a";

	/** Less than a request waits for the head of a response. */
	private static final Duration LIMIT = Duration.ofSeconds(20);

	private static final String STALE = "Cache-Control: max-age=1, stale-while-revalidate=60 | ETag: \"a\"";

	private final MovableClock clock = new MovableClock(Fields.NOW);

	private final RecordingListener listener = new RecordingListener();

	private final HttpCache cache = HttpCache.builder()
		.inMemory(DataSize.ofMegabytes(1))
		.clock(this.clock)
		.rules(List.of(CacheRule.of("/a").withIgnoredQueryParameters(List.of("ref"))))
		.build()
		.withAdditionalListener(this.listener);

	static Stream<Arguments> unstored() {
		// The second one is longer than the maximum, which is known at its end.
		return clients().flatMap((clients) -> Stream.of(arguments(clients, "no-store", 1),
				arguments(clients, "max-age=60", 11_000_000)));
	}

	static Stream<TestClients> clients() {
		return Stream.of(new RestClients(), new WebClients());
	}

	@ParameterizedTest
	@MethodSource("clients")
	void staleResponseThatWasWaitedForIsValidated(TestClients clients) throws Exception {
		BlockingQueue<String> conditions = new LinkedBlockingQueue<>();
		CompletableFuture<ScriptedResponse> first = new CompletableFuture<>();
		TestClient client = clients.scripted(this.cache, (request) -> {
			conditions.add(String.valueOf(request.getFirst("If-None-Match")));
			return first;
		});
		List<CompletableFuture<String>> all = inThreads(2, () -> text(client, URL));
		Awaitility.await().atMost(LIMIT).until(() -> this.listener.decisions.size() == 2);
		first.complete(response("Age: 5 | " + STALE, "stale"));
		assertThat(all).allSatisfy((one) -> assertThat(one).succeedsWithin(LIMIT).isEqualTo("stale"));
		assertThat(conditions.poll(20, TimeUnit.SECONDS)).isEqualTo("null");
		assertThat(conditions.poll(20, TimeUnit.SECONDS)).isEqualTo("\"a\"");
	}

	@ParameterizedTest
	@MethodSource("unstored")
	void responseThatWasNotStoredIsNotWaitedForAgainWithOtherIgnoredParameters(TestClients clients, String cacheControl,
			int length) {
		AtomicInteger requests = new AtomicInteger();
		CountDownLatch concurrent = new CountDownLatch(3);
		TestClient client = clients.scripted(this.cache, (request) -> {
			if (requests.getAndIncrement() == 0) {
				return CompletableFuture
					.completedFuture(response("Cache-Control: " + cacheControl, "x".repeat(length)));
			}
			concurrent.countDown();
			return CompletableFuture.supplyAsync(() -> {
				await(concurrent);
				return response("Cache-Control: no-store", "later");
			});
		});
		assertThat(text(client, URL + "?ref=0")).hasSize(length);
		AtomicInteger number = new AtomicInteger();
		List<CompletableFuture<String>> all = inThreads(3,
				() -> text(client, URL + "?ref=" + number.incrementAndGet()));
		assertThat(all).allSatisfy((one) -> assertThat(one).succeedsWithin(LIMIT).isEqualTo("later"));
	}

	private static ScriptedResponse response(String fields, String body) {
		return new ScriptedResponse(200, Fields.of("Date: @0 | " + fields), body);
	}

	private static String text(TestClient client, String url) {
		return String.valueOf(client.get(url).getBody());
	}

	private static List<CompletableFuture<String>> inThreads(int count, Supplier<String> work) {
		return IntStream.range(0, count)
			.mapToObj((i) -> CompletableFuture.supplyAsync(work, (task) -> new Thread(task).start()))
			.toList();
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
