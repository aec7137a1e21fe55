package dev.hyperclient.internal.transaction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.RecordingListener;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.fixtures.TestClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Begin and end of the flights of a driver, in front of a server in a subclass. A flight
 * that does not end would last for an hour.
 */
abstract class CacheDriverContract {

	static final URI URL = URI.create("http://cookbooks.dev/a");

	static final String STALE = "200 | Cache-Control: max-age=1, stale-while-revalidate=60 | ETag: \"a\" | old";

	final TestClock clock = new TestClock(Fields.NOW);

	final OpenedStore store = new OpenedStore();

	final RecordingListener listener = new RecordingListener();

	final RequestCoalescer coalescer = new RequestCoalescer(() -> 0, true, Duration.ofHours(1), Duration.ofHours(1));

	/** The fields of the requests that the server has received. */
	final List<HttpHeaders> sent = new CopyOnWriteArrayList<>();

	CacheContext context = CacheContext
		.of(HttpCache.using(this.store).withClock(this.clock).withAdditionalListener(this.listener));

	/** Whether the server streams content, as it always does for a reactive driver. */
	boolean isStreamed;

	/** Is run before the server answers. */
	Runnable whenAsked = () -> {
	};

	/**
	 * Let the server answer the next request with a status, fields and content.
	 */
	abstract void answer(String answer);

	/**
	 * Let the next request fail.
	 */
	abstract void fail(RuntimeException failure);

	/**
	 * Send a request.
	 * @return reads the content of the response, and returns its status and content
	 */
	abstract Supplier<String> send(String fields);

	/**
	 * Assert that the content of each response of the server has been released.
	 */
	abstract void assertReleased();

	@Test
	void flightEndsWhenTheContentIsStored() {
		this.isStreamed = true;
		answer("200 | Cache-Control: max-age=60 | text");
		Supplier<String> response = send("");
		assertThat(isFlying()).isTrue();
		assertThat(response.get()).isEqualTo("200 text");
		assertThat(isFlying()).isFalse();
		assertThat(get("")).isEqualTo("200 text");
		assertThat(this.sent).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "200 | Cache-Control: no-store | text",
			"200 | Cache-Control: max-age=60 | Content-Encoding: gzip | text" })
	void flightEndsWithTheHeadOfAResponseThatIsNotStored(String answer) {
		this.isStreamed = true;
		answer(answer);
		Supplier<String> response = send("");
		assertThat(isFlying()).isFalse();
		assertThat(this.coalescer.isUseful(miss())).isFalse();
		assertThat(response.get()).isEqualTo("200 text");
		assertReleased();
	}

	@Test
	void responseIsWaitedForAgainAfterOneThatWasConfirmed() {
		this.isStreamed = true;
		get("", "200 | ETag: \"a\" | text");
		this.coalescer.received(miss(), RequestCoalescer.Flight.NONE, false);
		assertThat(get("", "304 | ETag: \"a\" | ignored")).isEqualTo("200 text");
		assertThat(isFlying()).isFalse();
		assertThat(this.coalescer.isUseful(miss())).isTrue();
		assertThat(this.listener.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.REVALIDATED);
		assertReleased();
	}

	@Test
	void staleResponseInPlaceOfAnErrorTellsNothingAboutTheNextOne() {
		this.isStreamed = true;
		get("", "200 | Cache-Control: max-age=1, stale-if-error=60 | text");
		this.clock.advance(Duration.ofSeconds(5));
		this.coalescer.received(miss(), RequestCoalescer.Flight.NONE, false);
		assertThat(get("", "503 | Cache-Control: max-age=60 | error")).isEqualTo("200 text");
		assertThat(this.coalescer.isUseful(miss())).isFalse();
		assertThat(isFlying()).isFalse();
		assertThat(this.listener.outcomes).endsWith(CacheOutcome.STALE);
		assertReleased();
	}

	@Test
	void responseThatIsRepeatedIsDiscardedBefore() {
		this.isStreamed = true;
		get("", "200 | ETag: \"a\" | old");
		this.whenAsked = this::assertReleased;
		answer("304 | ETag: \"b\" | ignored");
		assertThat(get("", "200 | Cache-Control: max-age=60 | new")).isEqualTo("200 new");
		assertThat(isFlying()).isFalse();
		assertThat(get("")).isEqualTo("200 new");
		assertThat(this.sent).hasSize(3);
	}

	@Test
	void flightEndsIfThereIsNoResponse() {
		fail(new UncheckedIOException(new IOException("reset")));
		assertThatThrownBy(() -> get("")).hasMessageContaining("reset");
		assertThat(isFlying()).isFalse();
		get("", "200 | Cache-Control: max-age=1, stale-if-error=60 | text");
		this.clock.advance(Duration.ofSeconds(5));
		fail(new IllegalStateException(new IOException("reset")));
		assertThat(get("")).isEqualTo("200 text");
		assertThat(isFlying()).isFalse();
		fail(new IllegalStateException("broken"));
		assertThatThrownBy(() -> get("")).hasMessage("broken");
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
		assertThat(this.sent).hasSize(1);
		assertThat(isFlying()).isFalse();
	}

	final boolean isFlying() {
		RequestCoalescer.Participation participation = this.coalescer.join(miss().context());
		if (participation.isOwn()) {
			this.coalescer.cancel(participation.flight());
		}
		return !participation.isOwn();
	}

	final boolean isValidating() {
		Optional<RequestCoalescer.Flight> own = this.coalescer.validate(miss().context(), Long.MAX_VALUE);
		own.ifPresent(this.coalescer::cancel);
		return own.isEmpty();
	}

	final CacheTransaction miss() {
		return new ForwardTransaction(TransactionContext.of(this.context, request(""), false));
	}

	final String get(String fields) {
		return send(fields).get();
	}

	final String get(String fields, String answer) {
		answer(answer);
		return get(fields);
	}

	static CacheRequest request(String fields) {
		return CacheRequest.get(URL, Fields.of(fields));
	}

	/**
	 * A response of the server.
	 */
	record Answer(int status, HttpHeaders headers, byte[] body) {

		/** Parse status, fields and content, with {@code |} between them. */
		static Answer of(String answer, TestClock clock) {
			int fields = answer.indexOf('|');
			int content = answer.lastIndexOf('|');
			HttpHeaders headers = Fields.of((fields < content) ? answer.substring(fields + 1, content) : "");
			headers.set("Date", Fields.date(clock.instant()));
			return new Answer(Integer.parseInt(answer.substring(0, fields).strip()), headers,
					answer.substring(content + 1).strip().getBytes(StandardCharsets.UTF_8));
		}

	}

}
