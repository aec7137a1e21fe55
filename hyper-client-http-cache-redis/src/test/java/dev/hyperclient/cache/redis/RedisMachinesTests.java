package dev.hyperclient.cache.redis;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheEntry;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.redis.FaultyRedis.Fault;
import dev.hyperclient.cache.redis.Machines.Machine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Several machines that share Redis: responses to queries (RFC 10008), those to POST that
 * later GETs find (RFC 9110, 9.3.3), and removals by hand.
 */
class RedisMachinesTests extends RedisSupport.WithFaults {

	private static final URI URL = URI.create("https://example.com/search");

	private static final URI PREFIX = URI.create("http://cookbooks.dev/1.0/");

	private final List<String> sent = new ArrayList<>();

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
		two.exchange(CacheRequest.of(HttpMethod.PUT, URL, HttpHeaders.EMPTY, ""));
		this.sent.clear();
		query(one, "a");
		query(one, "b");
		assertThat(this.sent).containsExactly("a", "b");
		assertThat(first.evict(URL)).isPositive();
		assertThat(first.entries(URL)).isEmpty();
	}

	@Test
	void indexDoesNotGrowWithTheNumberOfQueries() {
		RequestSender one = HttpCache.using(open()).around(this::server);
		IntStream.range(0, 600).forEach((i) -> query(one, "query " + i));
		this.sent.clear();
		query(one, "query 0");
		query(one, "query 599");
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
	void responseToPostIsNotStoredIfAnotherMachineHasStoredAfterItsWrite(boolean memory) {
		Machine one = start(memory);
		this.machines.whileNextRequest("two", () -> {
			this.other.put();
			assertThat(this.other.get()).isEqualTo("two");
		});
		assertThat(one.post()).isEqualTo("one");
		assertThat(this.other.get()).isEqualTo("two");
	}

	@Test
	void evictionOfPrefixStopsLateResponsesOfOtherMachines() {
		Machine one = this.machines.start();
		Machine two = this.machines.startWithMemory();
		for (int i = 0; i < 5; i++) {
			this.machines.content = "old";
			this.machines.whileNextRequest("new", () -> two.cache().evictAll(PREFIX));
			assertThat(one.get("user " + i)).isEqualTo("old");
			assertThat(two.get("user " + i)).isEqualTo("new");
			assertThat(one.get("user " + i)).isEqualTo("new");
			redis.commands().flushall();
		}
	}

	@Test
	void evictionOfPrefixLeavesOtherResponses() {
		Machine one = this.machines.start();
		Machine two = this.machines.start();
		assertThat(one.get()).isEqualTo("one");
		this.machines.content = "two";
		assertThat(two.cache().evictAll(URI.create("http://cookbooks.dev/2.0/"))).isZero();
		assertThat(one.get()).isEqualTo("one");
		assertThat(two.cache().evictAll(PREFIX)).isOne();
		assertThat(one.get()).isEqualTo("two");
	}

	@Test
	void evictionOfPrefixIsMadeUpForWhenRedisAnswersAgain() {
		try (Machines faulty = new Machines(this.faulty::connect, PATIENT)) {
			Machine machine = faulty.start();
			assertThat(faulty.isCaching(machine)).isTrue();
			this.faulty.set(Fault.closed());
			faulty.content = "two";
			machine.cache().evictAll(PREFIX);
			assertThat(machine.get()).isEqualTo("two");
			this.faulty.set(Fault.NONE);
			Machines.eventually(() -> machine.store().failure().isEmpty());
			assertThat(machine.get()).isEqualTo("two");
		}
	}

	@Test
	void numberOfRemovedResponsesIsReportedOrUnknown() {
		try (Machines faulty = new Machines(this.faulty::connect, PATIENT)) {
			Machine machine = faulty.start();
			machine.get();
			machine.get();
			assertThat(machine.cache().clear()).isEqualTo(OptionalLong.of(1));
			assertThat(machine.cache().clear()).isEqualTo(OptionalLong.of(0));
			machine.get();
			this.faulty.set(Fault.closed());
			assertThat(machine.cache().clear()).isEmpty();
		}
	}

	private Machine start(boolean memory) {
		return memory ? this.machines.startWithMemory() : this.machines.start();
	}

	private CacheResponse server(CacheRequest request) {
		this.sent.add(request.contentDigest());
		return CacheResponse.of(request.uri(), 200, Machines.headers("max-age=600"), new byte[4]);
	}

	private static void query(RequestSender exchange, String digest) {
		exchange.exchange(
				CacheRequest.of(HttpMethod.valueOf("QUERY"), URL, HttpHeaders.EMPTY, "").withContentDigest(digest));
	}

}
