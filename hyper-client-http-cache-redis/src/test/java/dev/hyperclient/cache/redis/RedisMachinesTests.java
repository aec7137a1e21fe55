package dev.hyperclient.cache.redis;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.HttpCacheBuilder;
import dev.hyperclient.cache.api.CacheEntry;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.redis.FaultyRedis.Fault;
import dev.hyperclient.cache.redis.Machines.Machine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Several machines that share Redis: responses to queries (RFC 10008), those to POST that
 * later GETs find (RFC 9110, 9.3.3), rules, and removals by hand.
 */
class RedisMachinesTests extends RedisSupport.WithFaults {

	private static final URI URL = URI.create("https://example.com/search");

	private static final String RULED = "https://example.com/a";

	private static final URI PREFIX = URI.create("http://cookbooks.dev/1.0/");

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
		two.exchange(CacheRequest.of(HttpMethod.PUT, URL, HttpHeaders.EMPTY, ""));
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
			two.exchange(CacheRequest.of(HttpMethod.PUT, URL, HttpHeaders.EMPTY, ""));
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
		one.exchange(CacheRequest.of(HttpMethod.PUT, URL, HttpHeaders.EMPTY, ""));
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

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void responseStoredByRuleIsServedAndInvalidatedOnAllMachines(boolean tiered) {
		HttpCache one = cache(tiered);
		HttpCache two = cache(tiered);
		send(one, HttpMethod.GET, RULED + "?q=1&ref=1");
		send(one, HttpMethod.GET, RULED + "?q=1&ref=2");
		send(two, HttpMethod.GET, RULED + "?ref=3&q=1");
		assertThat(this.sent).hasSize(1);
		send(two, HttpMethod.PUT, RULED + "?ref=4&q=1");
		this.sent.clear();
		send(two, HttpMethod.GET, RULED + "?q=1");
		assertThat(this.sent).hasSize(1);
		assertThat(two.evict(URI.create(RULED + "?q=1&ref=5"))).isOne();
		send(two, HttpMethod.GET, RULED + "?q=1");
		assertThat(this.sent).hasSize(2);
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
		this.meanwhile.accept(request);
		return CacheResponse.of(request.uri(), 200, Machines.headers("max-age=600"), new byte[4]);
	}

	private static void query(RequestSender exchange, String digest) {
		exchange.exchange(
				CacheRequest.of(HttpMethod.valueOf("QUERY"), URL, HttpHeaders.EMPTY, "").withContentDigest(digest));
	}

	private HttpCache cache(boolean tiered) {
		HttpCacheBuilder builder = HttpCache.builder()
			.store(open())
			.rules(List.of(CacheRule.of("https://example.com/**")
				.withMaxAge(Duration.ofMinutes(10))
				.withOverride(true)
				.withIgnoredQueryParameters(List.of("ref"))));
		return (tiered ? builder.memoryTier(DataSize.ofMegabytes(1)) : builder).build();
	}

	private void send(HttpCache cache, HttpMethod method, String url) {
		RequestSender exchange = cache.around((request) -> {
			this.sent.add(request.uri().toString());
			return CacheResponse.of(request.uri(), 200, Machines.headers("no-store"), new byte[4]);
		});
		Machines.text(exchange.exchange(CacheRequest.of(method, URI.create(url), HttpHeaders.EMPTY, "")));
	}

}
