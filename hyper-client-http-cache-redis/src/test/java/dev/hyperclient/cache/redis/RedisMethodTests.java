package dev.hyperclient.cache.redis;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheEntry;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.redis.Machines.Machine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Responses to queries (RFC 10008), and those to POST that later GETs find (RFC 9110,
 * 9.3.3), of several machines that share Redis.
 */
class RedisMethodTests extends RedisSupport {

	private static final URI URL = URI.create("https://example.com/search");

	private final List<String> sent = new ArrayList<>();

	private Consumer<CacheRequest> meanwhile = (request) -> {
	};

	private Machines machines;

	private Machine other;

	@BeforeEach
	void startMachines() {
		this.machines = closing(new Machines(redis::connect, PATIENT));
		this.other = this.machines.start();
	}

	@Test
	void queriesAreSharedAndInvalidatedOnAllMachines() {
		HttpCache first = HttpCache.using(open());
		RequestSender one = first.around(this::server);
		RequestSender two = HttpCache.using(open()).around(this::server);
		query(one, "a");
		query(two, "b");
		query(one, "b");
		query(two, "a");
		assertThat(this.sent).containsExactly("a", "b");
		assertThat(first.entries(URL)).extracting(CacheEntry::method).containsExactly("QUERY", "QUERY");
		two.exchange(new CacheRequest(HttpMethod.PUT, URL, HttpHeaders.EMPTY, ""));
		this.sent.clear();
		query(one, "a");
		query(one, "b");
		assertThat(this.sent).containsExactly("a", "b");
		assertThat(first.evict(URL)).isPositive();
		assertThat(first.entries(URL)).isEmpty();
	}

	@Test
	void responseRequestedBeforeAChangeOnAnotherMachineIsNotStored() {
		RequestSender one = HttpCache.using(open()).around(this::server);
		RequestSender two = HttpCache.using(open()).around(this::server);
		query(two, "b");
		this.meanwhile = (request) -> {
			this.meanwhile = (other) -> {
			};
			two.exchange(new CacheRequest(HttpMethod.PUT, URL, HttpHeaders.EMPTY, ""));
		};
		query(one, "a");
		this.sent.clear();
		query(two, "a");
		query(two, "b");
		assertThat(this.sent).containsExactly("a", "b");
	}

	@Test
	void memoryInFrontIsInvalidatedAtOnce() {
		RequestSender one = HttpCache.using(open(true)).around(this::server);
		query(one, "a");
		query(one, "a");
		assertThat(this.sent).containsExactly("a");
		one.exchange(new CacheRequest(HttpMethod.PUT, URL, HttpHeaders.EMPTY, ""));
		query(one, "a");
		assertThat(this.sent).hasSize(3);
	}

	@Test
	void indexDoesNotGrowWithTheNumberOfQueries() {
		RequestSender one = HttpCache.using(open()).around(this::server);
		IntStream.range(0, 1000).forEach((i) -> query(one, "query " + i));
		this.sent.clear();
		query(one, "query 0");
		query(one, "query 999");
		assertThat(this.sent).isEmpty();
		// Redis lists some entries of each URL, for administration.
		redis.commands().keys("*:u").forEach((url) -> assertThat(redis.commands().hlen(url)).isLessThanOrEqualTo(513));
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void responseToPostIsFoundByLaterGetsOfAllMachines(boolean memory) {
		Machine one = start(memory);
		assertThat(one.get()).isEqualTo("one");
		this.machines.content = "two";
		assertThat(one.post()).isEqualTo("two");
		this.machines.content = "three";
		assertThat(this.other.get()).isEqualTo("two");
		assertThat(one.get()).isEqualTo("two");
		assertThat(this.machines.requests).hasValue(2);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void responseToPostIsNotStoredAfterAWriteOfAnotherMachine(boolean memory) {
		Machine one = start(memory);
		this.machines.whileNextRequest("two", this.other::put);
		assertThat(one.post()).isEqualTo("one");
		assertThat(this.other.get()).isEqualTo("two");
		assertThat(one.get()).isEqualTo("two");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void responseToPostIsNotStoredIfAnotherMachineHasStoredAfterItsWrite(boolean memory) {
		Machine one = start(memory);
		this.machines.whileNextRequest("two", () -> {
			this.other.put();
			assertThat(this.other.get()).isEqualTo("two");
		});
		assertThat(one.post()).isEqualTo("one");
		assertThat(this.other.get()).isEqualTo("two");
	}

	private Machine start(boolean memory) {
		return memory ? this.machines.startWithMemory() : this.machines.start();
	}

	private CacheResponse server(CacheRequest request) {
		this.sent.add(request.contentDigest());
		this.meanwhile.accept(request);
		HttpHeaders headers = new HttpHeaders();
		headers.setDate("Date", System.currentTimeMillis());
		headers.setCacheControl("max-age=600");
		return new CacheResponse(request.uri(), 200, headers, "text".getBytes(StandardCharsets.UTF_8));
	}

	private static void query(RequestSender exchange, String digest) {
		exchange.exchange(new CacheRequest(HttpMethod.valueOf("QUERY"), URL, HttpHeaders.EMPTY, "", digest));
	}

}
