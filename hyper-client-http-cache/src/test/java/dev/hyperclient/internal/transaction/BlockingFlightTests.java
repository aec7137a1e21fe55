package dev.hyperclient.internal.transaction;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.internal.policy.StorageLimits;
import dev.hyperclient.internal.transaction.BlockingCacheDriver.ObservedSender;
import dev.hyperclient.testservice.MovableClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * When the flights of the blocking driver begin and end. One that does not end would last
 * for an hour.
 */
class BlockingFlightTests {

	private static final URI URL = URI.create("http://cookbooks.dev/a");

	private static final String STALE = "200 | Cache-Control: max-age=1, stale-while-revalidate=60 | ETag: \"a\" | old";

	private final MovableClock clock = new MovableClock(Fields.NOW);

	private final Deque<Supplier<CacheResponse>> answers = new ArrayDeque<>();

	private final List<Runnable> background = new ArrayList<>();

	private final AtomicInteger requests = new AtomicInteger();

	private final AtomicInteger closed = new AtomicInteger();

	private final OpenedStore store = new OpenedStore();

	private final CacheContext context = CacheContext.of(HttpCache.using(this.store).withClock(this.clock));

	private final RequestCoalescer coalescer = new RequestCoalescer(() -> 0, true, Duration.ofHours(1),
			Duration.ofHours(1));

	private @Nullable Executor executor = this.background::add;

	private Supplier<Optional<String>> reasonNotToStore = Optional::empty;

	private boolean isStreamed;

	@Test
	void flightEndsWhenTheContentIsStored() {
		this.isStreamed = true;
		answer("200 | Cache-Control: max-age=60 | text");
		CacheResponse response = exchange("");
		assertThat(isFlying()).isTrue();
		assertThat(Fields.text(response)).isEqualTo("text");
		assertThat(isFlying()).isFalse();
		assertThat(get("")).isEqualTo("200 text");
		assertThat(this.requests).hasValue(1);
	}

	@Test
	void flightEndsWithACollectedResponse() {
		this.coalescer.received(miss(), RequestCoalescer.Flight.NONE, false);
		answer("200 | Cache-Control: max-age=60 | text");
		exchange("");
		assertThat(isFlying()).isFalse();
		assertThat(this.coalescer.isUseful(miss())).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "200 | Cache-Control: no-store | text",
			"200 | Cache-Control: max-age=60 | Content-Encoding: gzip | text" })
	void flightEndsWithTheHeadOfAResponseThatIsNotStored(String answer) {
		this.isStreamed = true;
		answer(answer);
		exchange("");
		assertThat(isFlying()).isFalse();
		assertThat(this.coalescer.isUseful(miss())).isFalse();
	}

	@Test
	void responseIsWaitedForAgainAfterOneThatWasConfirmed() {
		answer("200 | ETag: \"a\" | text");
		get("");
		this.coalescer.received(miss(), RequestCoalescer.Flight.NONE, false);
		answer("304 | ETag: \"a\" | ");
		assertThat(get("")).isEqualTo("200 text");
		assertThat(isFlying()).isFalse();
		assertThat(this.coalescer.isUseful(miss())).isTrue();
	}

	@Test
	void staleResponseInPlaceOfAnErrorTellsNothingAboutTheNextOne() {
		answer("200 | Cache-Control: max-age=1, stale-if-error=60 | text");
		get("");
		this.clock.advance(Duration.ofSeconds(5));
		this.coalescer.received(miss(), RequestCoalescer.Flight.NONE, false);
		answer("503 | | error");
		assertThat(get("")).isEqualTo("200 text");
		assertThat(this.coalescer.isUseful(miss())).isFalse();
	}

	@Test
	void flightEndsIfThereIsNoResponse() {
		answer(new UncheckedIOException(new IOException("reset")));
		assertThatThrownBy(() -> exchange("")).hasMessageContaining("reset");
		assertThat(isFlying()).isFalse();
		answer("200 | Cache-Control: max-age=1 | text");
		get("");
		this.clock.advance(Duration.ofSeconds(5));
		answer(new IllegalStateException(new IOException("reset")));
		assertThat(get("")).isEqualTo("200 text");
		assertThat(isFlying()).isFalse();
		answer(new IllegalStateException("broken"));
		assertThatThrownBy(() -> exchange("")).hasMessage("broken");
		assertThat(isFlying()).isFalse();
	}

	@Test
	void lookupIsRepeatedIfAnEqualRequestHasEndedMeanwhile() {
		this.store.hook = () -> {
			// Between the lookup and the flight of the request.
			this.store.hook = () -> {
			};
			answer("200 | Cache-Control: max-age=60 | text");
			assertThat(get("")).isEqualTo("200 text");
		};
		assertThat(get("")).isEqualTo("200 text");
		assertThat(this.requests).hasValue(1);
		assertThat(isFlying()).isFalse();
	}

	@Test
	void lookupIsNotRepeatedWithoutAnotherRequest() {
		AtomicInteger lookups = new AtomicInteger();
		this.store.hook = lookups::incrementAndGet;
		answer("200 | | text");
		assertThat(get("")).isEqualTo("200 text");
		assertThat(lookups).hasValue(1);
	}

	@Test
	void equalRequestWaits() {
		AtomicReference<Thread> waiting = new AtomicReference<>();
		List<CompletableFuture<String>> second = new ArrayList<>();
		this.answers.add(() -> {
			second.add(CompletableFuture.supplyAsync(() -> get(""), (task) -> {
				waiting.set(new Thread(task));
				waiting.get().start();
			}));
			await().until(() -> waiting.get().getState() == Thread.State.WAITING);
			return response("200 | Cache-Control: max-age=60 | text");
		});
		assertThat(get("")).isEqualTo("200 text");
		assertThat(second.get(0)).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("200 text");
		assertThat(this.requests).hasValue(1);
	}

	@Test
	void responseIsClosedIfItsTransactionFails() {
		this.isStreamed = true;
		this.reasonNotToStore = () -> {
			throw new IllegalStateException("broken");
		};
		answer("200 | Cache-Control: max-age=60 | text");
		assertThatThrownBy(() -> exchange("")).hasMessage("broken");
		assertThat(this.closed).hasValue(1);
		assertThat(isFlying()).isFalse();
	}

	@Test
	void responseIsPassedOnAsItIs() {
		CacheResponse received = response("200 | Cache-Control: max-age=60 | text");
		this.answers.add(() -> received);
		assertThat(exchange("")).isSameAs(received);
	}

	@Test
	void requestWithinAnEqualOneIsSent() {
		this.answers.add(() -> {
			answer("200 | | inner");
			assertThat(get("")).isEqualTo("200 inner");
			return response("200 | | outer");
		});
		assertThat(get("")).isEqualTo("200 outer");
		assertThat(isFlying()).isFalse();
	}

	@Test
	void staleResponseIsValidatedInTheBackgroundOnce() {
		this.isStreamed = true;
		answer(STALE);
		get("");
		this.clock.advance(Duration.ofSeconds(5));
		assertThat(get("")).isEqualTo("200 old");
		assertThat(get("")).isEqualTo("200 old");
		assertThat(this.background).hasSize(1);
		answer("200 | Cache-Control: max-age=60 | new");
		this.background.remove(0).run();
		assertThat(isValidating()).isFalse();
		assertThat(this.closed).hasValue(2);
		assertThat(get("")).isEqualTo("200 new");
		assertThat(this.requests).hasValue(2);
	}

	@Test
	void validationThatFailsIsFollowedByAnother() {
		answer(STALE);
		get("");
		this.clock.advance(Duration.ofSeconds(5));
		get("");
		answer(new IllegalStateException("broken"));
		this.background.remove(0).run();
		assertThat(isValidating()).isFalse();
		get("");
		answer("304 | ETag: \"a\" | Cache-Control: max-age=60 | ");
		this.background.remove(0).run();
		assertThat(get("")).isEqualTo("200 old");
		assertThat(this.background).isEmpty();
	}

	@Test
	void validationThatIsRejectedIsFollowedByAnother() {
		answer(STALE);
		get("");
		this.clock.advance(Duration.ofSeconds(5));
		long completed = this.coalescer.completedFlights();
		this.executor = (task) -> {
			throw new RejectedExecutionException("full");
		};
		assertThat(get("")).isEqualTo("200 old");
		assertThat(isValidating()).isFalse();
		assertThat(this.coalescer.completedFlights()).as("it has not been sent").isEqualTo(completed);
		this.executor = this.background::add;
		assertThat(get("")).isEqualTo("200 old");
		assertThat(this.background).hasSize(1);
	}

	@Test
	void staleResponseIsValidatedFirstWithoutAnExecutor() {
		answer(STALE);
		get("");
		this.clock.advance(Duration.ofSeconds(5));
		this.executor = null;
		answer("200 | Cache-Control: max-age=60 | new");
		assertThat(get("")).isEqualTo("200 new");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1024 * 1024, 1024 * 1024 + 1 })
	void remainderIsCombinedUpToAMaximum(int length) {
		answer("206 | ETag: \"a\" | Cache-Control: max-age=60 | Content-Range: bytes 0-1/1048576 | xx");
		exchange("Range: bytes=0-1");
		this.isStreamed = true;
		answer("206 | ETag: \"a\" | Content-Range: bytes 2-1048575/1048576 | " + "x".repeat(length - 2));
		boolean isCombined = length == 1024 * 1024;
		if (!isCombined) {
			answer("200 | | whole");
		}
		assertThat(get("")).hasSize(isCombined ? length + 4 : 9);
	}

	@Test
	void remainderThatCannotBeReadIsRepeatedAsAWhole() {
		answer("206 | ETag: \"a\" | Cache-Control: max-age=60 | Content-Range: bytes 0-1/4 | te");
		exchange("Range: bytes=0-1");
		this.answers.add(() -> {
			InputStream broken = new InputStream() {

				@Override
				public int read() throws IOException {
					throw new IOException("reset");
				}

			};
			return new CacheResponse(URL, 206, Fields.of("ETag: \"a\" | Date: @0 | Content-Range: bytes 2-3/4"),
					ResponseContent.of(broken, OptionalLong.empty()));
		});
		answer("200 | | whole");
		assertThat(get("")).isEqualTo("200 whole");
	}

	private boolean isFlying() {
		RequestCoalescer.Participation participation = this.coalescer.join(miss().context());
		if (participation.isOwn()) {
			this.coalescer.cancel(participation.flight());
		}
		return !participation.isOwn();
	}

	private boolean isValidating() {
		Optional<RequestCoalescer.Flight> own = this.coalescer.validate(miss().context(), Long.MAX_VALUE);
		own.ifPresent(this.coalescer::cancel);
		return own.isEmpty();
	}

	private CacheTransaction miss() {
		return new ForwardTransaction(TransactionContext.of(this.context, CacheRequest.get(URL, Fields.of("")), false));
	}

	private CacheResponse exchange(String fields) {
		return BlockingCacheDriver
			.of(this.context, new Server(), StorageLimits.DECODED, this.coalescer, false, this.executor)
			.exchange(CacheRequest.get(URL, Fields.of(fields)));
	}

	/** Return the status and the content. */
	private String get(String fields) {
		CacheResponse response = exchange(fields);
		return response.status() + " " + Fields.text(response);
	}

	private void answer(String answer) {
		this.answers.add(() -> response(answer));
	}

	private void answer(RuntimeException failure) {
		this.answers.add(() -> {
			throw failure;
		});
	}

	/** Create a response from its status, fields and content. */
	private CacheResponse response(String answer) {
		int fields = answer.indexOf('|');
		int content = answer.lastIndexOf('|');
		var headers = Fields.of(answer.substring(fields + 1, content));
		headers.set("Date", Fields.date(this.clock.instant()));
		int status = Integer.parseInt(answer.substring(0, fields).strip());
		byte[] body = answer.substring(content + 1).strip().getBytes(StandardCharsets.UTF_8);
		return this.isStreamed
				? new CacheResponse(URL, status, headers, ResponseContent.of(stream(body), OptionalLong.empty()))
				: new CacheResponse(URL, status, headers, body);
	}

	private InputStream stream(byte[] body) {
		return new ByteArrayInputStream(body) {

			@Override
			public void close() {
				BlockingFlightTests.this.closed.incrementAndGet();
			}

		};
	}

	private final class Server implements ObservedSender {

		@Override
		public CacheResponse exchange(CacheRequest request) {
			BlockingFlightTests.this.requests.incrementAndGet();
			return BlockingFlightTests.this.answers.remove().get();
		}

		@Override
		public Optional<String> reasonNotToStore() {
			return BlockingFlightTests.this.reasonNotToStore.get();
		}

		@Override
		public ObservedSender inBackground() {
			return this;
		}

	}

}
