package dev.hyperclient.cache.redis;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.redis.FaultyRedis.Fault;
import dev.hyperclient.internal.store.SharedResponseStore;
import dev.hyperclient.internal.store.TieredResponseStore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests whose lookups have no reply, while another machine writes. The write returns
 * before their responses arrive.
 */
class RedisLookupTests extends RedisSupport.WithFaults {

	/** How many lookups have no reply at the same time. */
	private static final int PARALLEL = 50;

	private static final Duration TIMEOUT = Duration.ofMillis(300);

	private final Map<URI, Integer> versions = new ConcurrentHashMap<>();

	private volatile CountDownLatch arrived = new CountDownLatch(0);

	private volatile CountDownLatch answered = new CountDownLatch(0);

	/**
	 * A kind of request whose response is stored.
	 */
	private enum Kind {

		GET, USER, QUERY, RANGE, POST;

		CacheRequest request(URI uri) {
			HttpHeaders headers = new HttpHeaders();
			if (this == RANGE) {
				headers.set(HttpHeaders.RANGE, "bytes=0-0");
			}
			HttpMethod method = (this == QUERY || this == POST) ? HttpMethod.valueOf(name()) : HttpMethod.GET;
			return CacheRequest.of(method, uri, headers, (this == USER) ? "ann" : "")
				.withContentDigest((this == QUERY) ? "content" : "");
		}

		/** The request that finds its response. */
		CacheRequest later(URI uri) {
			return (this == POST) ? GET.request(uri) : request(uri);
		}

	}

	/**
	 * The connection of the lookups is cut, or their replies come when nothing waits for
	 * them.
	 */
	@ParameterizedTest
	@CsvSource({ "true, false", "true, true", "false, false" })
	void responseToRequestWhoseLookupHasNoReplyIsNotStored(boolean cut, boolean memoryTier) throws Exception {
		SharedRedisStore store = new SharedRedisStore(this.faulty.connect(),
				RedisStoreSettings.defaults().withTimeout(TIMEOUT));
		try (SharedResponseStore losing = memoryTier ? new TieredResponseStore(store, DataSize.ofMegabytes(1)) : store;
				SharedResponseStore other = new SharedRedisStore(redis.connect(), PATIENT)) {
			assertThatNoResponseIsOlder(cut, losing, other, 0);
			assertThatNoResponseIsOlder(cut, losing, other, PARALLEL);
		}
	}

	private void assertThatNoResponseIsOlder(boolean cut, SharedResponseStore losing, SharedResponseStore other,
			int from) throws Exception {
		RequestSender reading = HttpCache.using(losing).around((request) -> answer(request, true));
		RequestSender writing = HttpCache.using(other).around((request) -> answer(request, false));
		Machines.eventually(() -> losing.failure().isEmpty() && other.failure().isEmpty());
		this.arrived = new CountDownLatch(PARALLEL);
		this.answered = new CountDownLatch(1);
		if (cut) {
			this.faulty.set(Fault.closed());
		}
		else {
			this.faulty.delayNext(LIMIT);
		}
		ExecutorService threads = Executors.newFixedThreadPool(PARALLEL);
		try {
			List<Future<String>> results = new ArrayList<>();
			for (int i = 0; i < PARALLEL; i++) {
				CacheRequest request = kind(i).request(uri(from + i));
				results.add(threads.submit(() -> Machines.text(reading.exchange(request))));
			}
			await(this.arrived);
			this.faulty.set(Fault.NONE);
			this.faulty.release();
			for (int i = 0; i < PARALLEL; i++) {
				writing.exchange(CacheRequest.of(HttpMethod.PUT, uri(from + i), HttpHeaders.EMPTY, ""));
				assertThat(other.failure()).isEmpty();
			}
			Machines.eventually(() -> losing.failure().isEmpty());
			this.answered.countDown();
			for (Future<String> result : results) {
				assertThat(result.get()).isEqualTo("1");
			}
		}
		finally {
			threads.shutdownNow();
		}
		for (int i = 0; i < PARALLEL; i++) {
			assertThat(Machines.text(writing.exchange(kind(i).later(uri(from + i))))).isEqualTo("2");
		}
	}

	private CacheResponse answer(CacheRequest request, boolean waits) {
		boolean put = request.method() == HttpMethod.PUT;
		int version = this.versions.merge(request.uri(), 1, (present, one) -> put ? 2 : present);
		if (waits) {
			this.arrived.countDown();
			await(this.answered);
		}
		HttpHeaders headers = Machines.headers("max-age=600");
		headers.setETag("\"" + version + "\"");
		boolean range = request.headers().containsHeader(HttpHeaders.RANGE);
		if (range) {
			headers.set(HttpHeaders.CONTENT_RANGE, "bytes 0-0/2");
		}
		if (request.method() == HttpMethod.POST) {
			headers.set(HttpHeaders.CONTENT_LOCATION, request.uri().toString());
		}
		return CacheResponse.of(request.uri(), range ? 206 : 200, headers,
				String.valueOf(version).getBytes(StandardCharsets.US_ASCII));
	}

	private static Kind kind(int number) {
		return Kind.values()[number % Kind.values().length];
	}

	private static URI uri(int number) {
		return URI.create("https://example.com/" + number);
	}

}
