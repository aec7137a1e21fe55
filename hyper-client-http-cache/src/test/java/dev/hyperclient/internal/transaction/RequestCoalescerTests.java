package dev.hyperclient.internal.transaction;

import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.internal.transaction.RequestCoalescer.Flight;
import dev.hyperclient.internal.transaction.ResponseAction.ContentStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The time that requests wait, the memory of responses that were not stored, and the
 * requests to one URL.
 */
class RequestCoalescerTests {

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	private final AtomicLong time = new AtomicLong(Long.MAX_VALUE);

	private final RequestCoalescer coalescer = new RequestCoalescer(this.time::get, true, Duration.ofHours(1),
			Duration.ofMillis(1));

	@Test
	void unstoredResponseIsForgottenAfterItsLifetime() {
		CacheTransaction transaction = transaction(0);
		assertThat(this.coalescer.isUseful(transaction)).isTrue();
		this.coalescer.received(transaction, Flight.NONE, false);
		this.time.addAndGet(RequestCoalescer.UNSTORED_LIFETIME.toNanos());
		assertThat(this.coalescer.isUseful(transaction)).isFalse();
		this.time.incrementAndGet();
		assertThat(this.coalescer.isUseful(transaction)).isTrue();
	}

	@Test
	void oldestOfManyUnstoredResponsesIsForgotten() {
		for (int i = 0; i <= RequestCoalescer.MAX_UNSTORED; i++) {
			this.coalescer.received(transaction(i), Flight.NONE, false);
		}
		assertThat(this.coalescer.isUseful(transaction(0))).isTrue();
		assertThat(this.coalescer.isUseful(transaction(1))).isFalse();
		// It is the newest one now.
		this.coalescer.received(transaction(1), Flight.NONE, false);
		this.coalescer.received(transaction(0), Flight.NONE, false);
		assertThat(this.coalescer.isUseful(transaction(1))).isFalse();
		assertThat(this.coalescer.isUseful(transaction(2))).isTrue();
	}

	@Test
	void lookupIsRepeatedOnlyAfterTheEndOfAnotherRequestToTheUrl() {
		long lookup = this.coalescer.completedFlights();
		this.coalescer.end(flight(1));
		Flight own = flight(0);
		assertThat(this.coalescer.isCompletedSince(own, lookup)).isFalse();
		this.coalescer.end(own);
		Flight next = flight(0);
		assertThat(this.coalescer.isCompletedSince(next, lookup)).isTrue();
		assertThat(this.coalescer.isCompletedSince(next, this.coalescer.completedFlights())).isFalse();
	}

	@Test
	void contentIsWaitedForFromTheHead() {
		Flight slow = flight(0);
		CompletableFuture<?> waiting = this.coalescer.ended(slow);
		Flight unread = flight(1);
		this.coalescer.received(transaction(1), unread, true);
		// Ends because of the limit, which the other one would have reached before.
		assertThat(this.coalescer.ended(unread)).succeedsWithin(Duration.ofSeconds(20));
		assertThat(flight(1)).isNotSameAs(unread);
		assertThat(waiting).isNotDone();
		assertThat(flight(0)).isSameAs(slow);
		this.coalescer.end(slow);
		assertThat(waiting).isCompleted();
		assertThat(flight(0)).isNotSameAs(slow);
	}

	@Test
	void limitOfContentIsNotExtendedByLaterWaits() {
		Flight unread = flight(0);
		this.coalescer.received(transaction(0), unread, true);
		this.time.addAndGet(Duration.ofMillis(2).toNanos());
		RequestCoalescer patient = new RequestCoalescer(this.time::get, true, Duration.ofHours(1), Duration.ofHours(1));
		assertThat(patient.ended(unread)).isNotDone();
		this.time.addAndGet(Duration.ofHours(1).toNanos());
		assertThat(patient.ended(unread)).succeedsWithin(Duration.ofSeconds(20));
	}

	@ParameterizedTest
	@ValueSource(strings = { "X-API-Version", "Accept-Version", "Accept-Language" })
	void requestsForVersionsAndLanguagesAreCoalescedApart(String name) {
		HttpHeaders first = new HttpHeaders();
		first.set(name, "1");
		HttpHeaders second = new HttpHeaders();
		second.set(name, "2");
		CacheTransaction unstored = transaction(0, first);
		Flight flight = this.coalescer.join(unstored.context()).flight();
		assertThat(this.coalescer.join(transaction(0, second).context()).isOwn()).isTrue();
		assertThat(this.coalescer.join(transaction(0).context()).isOwn()).isTrue();
		assertThat(this.coalescer.join(transaction(0, first).context()).flight()).isSameAs(flight);
		this.coalescer.received(unstored, flight, false);
		assertThat(this.coalescer.isUseful(transaction(0, first))).isFalse();
		assertThat(this.coalescer.isUseful(transaction(0, second))).isTrue();
	}

	@Test
	void requestWithoutResponseIsNotWaitedForAgain() {
		RequestCoalescer hasty = new RequestCoalescer(this.time::get, true, Duration.ofMillis(1), Duration.ofHours(1));
		TransactionContext request = transaction(0).context();
		Flight lost = hasty.join(request).flight();
		assertThat(hasty.ended(lost)).succeedsWithin(Duration.ofSeconds(20));
		assertThat(hasty.join(request).isOwn()).isTrue();
	}

	@Test
	void validationThatWasSkippedIsFollowedByAnother() {
		TransactionContext request = transaction(0).context();
		long lookup = this.coalescer.completedFlights();
		this.coalescer.end(flight(0));
		assertThat(this.coalescer.validate(request, lookup)).isEmpty();
		assertThat(this.coalescer.validate(request, this.coalescer.completedFlights())).isPresent();
		assertThat(this.coalescer.validate(request, this.coalescer.completedFlights())).isEmpty();
	}

	@Test
	void requestsThatAreNotCoalescedDoNotWait() {
		assertThat(RequestCoalescer.NONE.isUseful(transaction(0))).isFalse();
		HttpHeaders range = new HttpHeaders();
		range.set(HttpHeaders.RANGE, "bytes=0-1");
		CacheTransaction ofRange = transaction(0, range);
		assertThat(this.coalescer.isUseful(ofRange)).isFalse();
		this.coalescer.received(ofRange, Flight.NONE, false);
		assertThat(this.coalescer.isUseful(transaction(0))).isTrue();
	}

	@Test
	void contentThatIsTooLongIsNotWaitedForAgain() {
		Flight flight = flight(0);
		RecordingStorage recording = new RecordingStorage();
		this.coalescer.received(transaction(0), Flight.NONE, false);
		ContentStorage storage = this.coalescer.storing(recording, transaction(0), flight);
		assertThat(this.coalescer.isUseful(transaction(0))).isTrue();
		storage.store(new byte[0]);
		assertThat(storage.open()).isSameAs(recording);
		storage.abandon();
		assertThat(flight(0)).isSameAs(flight);
		storage.refuse("too long");
		assertThat(recording.calls).containsExactly("store 0", "open", "abandon", "refuse: too long");
		assertThat(this.coalescer.isUseful(transaction(0))).isFalse();
		assertThat(this.coalescer.ended(flight)).isCompleted();
		assertThat(flight(0)).isNotSameAs(flight);
	}

	@Test
	void waitingRequestCanBeInterrupted() throws Exception {
		Flight flight = CompletableFuture.supplyAsync(() -> flight(0)).get();
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> this.coalescer.await(flight))
			.withCauseInstanceOf(InterruptedIOException.class);
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void threadDoesNotWaitForItself() {
		Flight flight = flight(0);
		this.coalescer.await(flight);
		assertThat(flight(0)).isSameAs(flight);
	}

	private Flight flight(int number) {
		return this.coalescer.join(transaction(number).context()).flight();
	}

	private CacheTransaction transaction(int number) {
		return transaction(number, HttpHeaders.EMPTY);
	}

	private CacheTransaction transaction(int number, HttpHeaders headers) {
		return (CacheTransaction) CacheTransactions.lookup(CacheContext.of(this.cache),
				CacheRequest.get(URI.create("http://cookbooks.dev/" + number), headers), false, true, null);
	}

}
