package dev.hyperclient.internal.transaction;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.internal.policy.StorageLimits;
import dev.hyperclient.internal.transaction.BlockingCacheDriver.ObservedSender;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.hyperclient.fixtures.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * The blocking driver.
 */
class BlockingFlightTests extends CacheDriverContract {

	private final Deque<Supplier<CacheResponse>> answers = new ArrayDeque<>();

	private final List<Runnable> background = new ArrayList<>();

	private final AtomicInteger streamed = new AtomicInteger();

	private final AtomicInteger closed = new AtomicInteger();

	private @Nullable Executor executor = this.background::add;

	private Supplier<Optional<String>> reasonNotToStore = Optional::empty;

	@Test
	void flightEndsWithACollectedResponse() {
		this.coalescer.received(miss(), RequestCoalescer.Flight.NONE, false);
		get("", "200 | Cache-Control: max-age=60 | text");
		assertThat(isFlying()).isFalse();
		assertThat(this.coalescer.isUseful(miss())).isTrue();
	}

	@Test
	void lookupIsNotRepeatedWithoutAnotherRequest() {
		AtomicInteger lookups = new AtomicInteger();
		this.store.hook = lookups::incrementAndGet;
		assertThat(get("", "200 | | text")).isEqualTo("200 text");
		assertThat(lookups).hasValue(1);
	}

	@Test
	void equalRequestWaits() {
		this.context = this.context.withSettings(CacheSettings.defaults().withCacheStatus("test"));
		AtomicReference<Thread> waiting = new AtomicReference<>();
		List<CompletableFuture<CacheResponse>> second = new ArrayList<>();
		this.answers.add(() -> {
			second.add(CompletableFuture.supplyAsync(() -> exchange(""), (task) -> {
				waiting.set(new Thread(task));
				waiting.get().start();
			}));
			await().until(() -> waiting.get().getState() == Thread.State.WAITING);
			return response("200 | Cache-Control: max-age=60 | text");
		});
		assertThat(get("")).isEqualTo("200 text");
		assertThat(second.get(0)).succeedsWithin(Duration.ofSeconds(20));
		CacheResponse collapsed = second.get(0).join();
		assertThat(Fields.text(collapsed)).isEqualTo("text");
		assertThat(collapsed.headers().get("Cache-Status")).containsExactly("test; fwd=uri-miss; collapsed; ttl=60");
		assertThat(this.sent).hasSize(1);
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

	/** As an HTTP client in Kotlin may throw. */
	@Test
	void flightEndsAfterACheckedExceptionThatIsNotDeclared() {
		this.answers.add(() -> BlockingFlightTests.<RuntimeException>undeclared(new TimeoutException()));
		assertThatThrownBy(() -> exchange("")).isInstanceOf(TimeoutException.class);
		assertThat(isFlying()).isFalse();
	}

	@SuppressWarnings("unchecked")
	private static <T extends Throwable> CacheResponse undeclared(Throwable ex) throws T {
		throw (T) ex;
	}

	@Test
	void responseIsPassedOnAsItIs() {
		CacheResponse received = response("200 | Cache-Control: max-age=60 | text");
		this.answers.add(() -> received);
		assertThat(exchange("")).isSameAs(received);
	}

	@Test
	void staleResponseIsValidatedInTheBackgroundOnce() {
		this.isStreamed = true;
		get("", STALE);
		this.clock.advance(Duration.ofSeconds(5));
		assertThat(get("")).isEqualTo("200 old");
		assertThat(get("")).isEqualTo("200 old");
		assertThat(this.background).hasSize(1);
		answer("200 | Cache-Control: max-age=60 | new");
		this.background.remove(0).run();
		assertThat(isValidating()).isFalse();
		assertThat(this.closed).hasValue(2);
		assertThat(get("")).isEqualTo("200 new");
		assertThat(this.sent).hasSize(2);
	}

	@Test
	void validationThatFailsIsFollowedByAnother() {
		get("", STALE);
		this.clock.advance(Duration.ofSeconds(5));
		get("");
		fail(new IllegalStateException("broken"));
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
		get("", STALE);
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
		get("", STALE);
		this.clock.advance(Duration.ofSeconds(5));
		this.executor = null;
		assertThat(get("", "200 | Cache-Control: max-age=60 | new")).isEqualTo("200 new");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1024 * 1024, 1024 * 1024 + 1 })
	void remainderIsCombinedUpToAMaximum(int length) {
		get("Range: bytes=0-1",
				"206 | ETag: \"a\" | Cache-Control: max-age=60 | Content-Range: bytes 0-1/1048576 | xx");
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
		get("Range: bytes=0-1", "206 | ETag: \"a\" | Cache-Control: max-age=60 | Content-Range: bytes 0-1/4 | te");
		this.answers.add(() -> {
			InputStream broken = new InputStream() {

				@Override
				public int read() throws IOException {
					throw new IOException("reset");
				}

			};
			return CacheResponse.of(URL, 206, Fields.of("ETag: \"a\" | Date: @0 | Content-Range: bytes 2-3/4"),
					ResponseContent.of(broken, OptionalLong.empty()));
		});
		assertThat(get("", "200 | | whole")).isEqualTo("200 whole");
	}

	private CacheResponse exchange(String fields) {
		return BlockingCacheDriver
			.of(this.context, new Server(), StorageLimits.DECODED, this.coalescer, false, this.executor)
			.exchange(request(fields));
	}

	@Override
	Supplier<String> send(String fields) {
		CacheResponse response = exchange(fields);
		return () -> response.status() + " " + Fields.text(response);
	}

	@Override
	void answer(String answer) {
		this.answers.add(() -> response(answer));
	}

	@Override
	void fail(RuntimeException failure) {
		this.answers.add(() -> {
			throw failure;
		});
	}

	@Override
	void assertReleased() {
		assertThat(this.closed).hasValue(this.streamed.get());
	}

	private CacheResponse response(String answer) {
		this.whenAsked.run();
		Answer parsed = Answer.of(answer, this.clock);
		return CacheResponse.of(URL, parsed.status(), parsed.headers(), this.isStreamed
				? ResponseContent.of(stream(parsed.body()), OptionalLong.empty()) : ResponseContent.of(parsed.body()));
	}

	private InputStream stream(byte[] body) {
		this.streamed.incrementAndGet();
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
			BlockingFlightTests.this.sent.add(request.headers());
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
