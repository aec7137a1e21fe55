package dev.hyperclient.internal.cache;

import java.net.URI;
import java.util.concurrent.atomic.AtomicLong;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * For how long and for how many responses it is remembered that they were not stored, and
 * which requests are those to a URL.
 */
class RequestCoalescerTests {

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	private final AtomicLong time = new AtomicLong(Long.MAX_VALUE);

	private final RequestCoalescer coalescer = new RequestCoalescer(this.time::get, true);

	@Test
	void unstoredResponseIsForgottenAfterItsLifetime() {
		CacheTransaction transaction = transaction(0);
		assertThat(this.coalescer.isUseful(transaction)).isTrue();
		this.coalescer.received(transaction, false);
		this.time.addAndGet(RequestCoalescer.UNSTORED_LIFETIME.toNanos());
		assertThat(this.coalescer.isUseful(transaction)).isFalse();
		this.time.incrementAndGet();
		assertThat(this.coalescer.isUseful(transaction)).isTrue();
	}

	@Test
	void oldestOfManyUnstoredResponsesIsForgotten() {
		for (int i = 0; i <= RequestCoalescer.MAX_UNSTORED; i++) {
			this.coalescer.received(transaction(i), false);
		}
		assertThat(this.coalescer.isUseful(transaction(0))).isTrue();
		assertThat(this.coalescer.isUseful(transaction(1))).isFalse();
	}

	@Test
	void lookupIsRepeatedOnlyAfterTheEndOfAnotherRequestToTheUrl() {
		long lookup = this.coalescer.completedFlights();
		this.coalescer.end(flight(1));
		RequestCoalescer.Flight own = flight(0);
		assertThat(this.coalescer.isCompletedSince(own, lookup)).isFalse();
		this.coalescer.end(own);
		RequestCoalescer.Flight next = flight(0);
		assertThat(this.coalescer.isCompletedSince(next, lookup)).isTrue();
		assertThat(this.coalescer.isCompletedSince(next, this.coalescer.completedFlights())).isFalse();
	}

	private RequestCoalescer.Flight flight(int number) {
		return this.coalescer.join(transaction(number).context().keyed()).flight();
	}

	private CacheTransaction transaction(int number) {
		return (CacheTransaction) CacheTransactions.lookup(CacheContext.of(this.cache),
				CacheRequest.get(URI.create("http://cookbooks.dev/" + number), HttpHeaders.EMPTY), false, true, null);
	}

}
