package dev.hyperclient.cache.redis;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.store.SharedResponseStore;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Cache groups (RFC 9875) of several machines that share Redis.
 */
class RedisGroupTests extends RedisSupport {

	private static final String ORIGIN = "https://example.com";

	private final List<String> sent = new ArrayList<>();

	private Runnable meanwhile = () -> {
	};

	private int length = 4;

	private RedisCommands<String, String> commands;

	@BeforeEach
	void connect() {
		this.commands = redis.commands();
	}

	@ParameterizedTest
	@ValueSource(ints = { 4, 100_000 })
	void invalidationReachesAllMachinesAtOnce(int length) {
		this.length = length;
		RequestSender one = start();
		RequestSender two = start();
		List.of("/recipes", "/recipes?page=2", "/authors", "/plain").forEach((path) -> get(one, path));
		List.of("/recipes", "/recipes?page=2", "/authors", "/plain").forEach((path) -> get(two, path));
		assertThat(this.sent).hasSize(4);
		put(one, "/other");
		this.sent.clear();
		List.of("/recipes", "/recipes?page=2", "/authors", "/plain").forEach((path) -> get(two, path));
		assertThat(this.sent).containsExactly("/recipes", "/recipes?page=2");
		// Not at once if the request began within the latency of Redis.
		Machines.eventually(() -> {
			this.sent.clear();
			List.of("/recipes", "/recipes?page=2", "/authors", "/plain").forEach((path) -> get(one, path));
			return this.sent.isEmpty();
		});
	}

	@ParameterizedTest
	@ValueSource(ints = { 4, 100_000 })
	void responseRequestedBeforeInvalidationOfAnotherMachineIsNotServedAfterIt(int length) {
		this.length = length;
		RequestSender one = start();
		RequestSender two = start();
		get(two, "/recipes?other");
		meanwhile(() -> put(two, "/other"));
		get(one, "/recipes");
		get(one, "/recipes");
		assertThat(this.sent).containsExactly("/recipes?other", "/recipes", "PUT", "/recipes");
		// Not at once if the request began within the latency of Redis.
		Machines.eventually(() -> isServed(two, "/recipes"));
		// What had been stored of the first one is removed.
		Machines.eventually(() -> this.commands.keys("*:b:*").size() == ((length > 4) ? 2 : 0));
	}

	@Test
	void evictedGenerationIsMiss() {
		RequestSender exchange = start();
		get(exchange, "/recipes");
		for (Runnable damage : List.<Runnable>of(() -> this.commands.keys("*:g:*").forEach(this.commands::del),
				() -> this.commands.keys("*:g:*").forEach((key) -> this.commands.set(key, "i" + "x".repeat(32))),
				() -> this.commands.keys("*:g:*").forEach((key) -> {
					this.commands.del(key);
					this.commands.sadd(key, "x");
				}))) {
			damage.run();
			this.sent.clear();
			get(exchange, "/recipes");
			get(exchange, "/recipes");
			assertThat(this.sent).hasSize(1);
		}
	}

	@Test
	void lostGenerationDoesNotMakeEarlierResponseUsable() {
		RequestSender one = start();
		RequestSender two = start();
		meanwhile(() -> {
			put(two, "/other");
			this.commands.keys("*:g:*").forEach(this.commands::del);
			// A later response begins new ones.
			get(two, "/recipes?other");
		});
		get(one, "/recipes");
		get(one, "/recipes");
		assertThat(this.sent).containsExactly("/recipes", "PUT", "/recipes?other", "/recipes");
		Machines.eventually(() -> isServed(one, "/recipes"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "*:g:*", "*:o", "*:[go]*" })
	void groupWhoseKeysAreLostDuringRequestCountsAsInvalidated(String lost) {
		RequestSender one = start();
		RequestSender two = start();
		meanwhile(() -> {
			put(two, "/other");
			this.commands.keys(lost).forEach(this.commands::del);
		});
		get(one, "/recipes");
		this.sent.clear();
		get(two, "/recipes");
		assertThat(this.sent).containsExactly("/recipes");
		Machines.eventually(() -> isServed(one, "/recipes"));
	}

	@Test
	void firstResponseInNewGroupIsStored() {
		RequestSender exchange = start();
		get(exchange, "/plain");
		get(exchange, "/recipes");
		assertThat(isServed(exchange, "/recipes")).isTrue();
		assertThat(isServed(start(), "/recipes")).isTrue();
	}

	@Test
	void cachesWithOneStoreDoNotStoreResponsesRequestedBeforeInvalidation() {
		SharedRedisStore store = open();
		RequestSender one = HttpCache.using(store).around(this::server);
		RequestSender two = HttpCache.using(store).around(this::server);
		meanwhile(() -> put(two, "/other"));
		get(one, "/recipes");
		get(two, "/recipes");
		assertThat(this.sent).containsExactly("/recipes", "PUT", "/recipes");
	}

	@Test
	void fullRedisInvalidatesForAllMachines() {
		RequestSender one = start();
		RequestSender two = start();
		get(two, "/recipes");
		this.commands.configSet("maxmemory", "1");
		put(one, "/other");
		get(two, "/recipes");
		assertThat(this.sent).containsExactly("/recipes", "PUT", "/recipes");
		this.commands.configSet("maxmemory", "0");
		Machines.eventually(() -> isServed(two, "/recipes"));
	}

	@Test
	void groupsExpireAndKeysContainNoName() {
		RequestSender exchange = start();
		get(exchange, "/recipes");
		assertThat(this.commands.keys("*:g:*")).hasSize(2).allSatisfy((key) -> {
			assertThat(key).matches("hyper-client:1:\\{[0-9a-f]{32}}:g:[0-9a-f]{32}");
			// As that of the response.
			assertThat(this.commands.pttl(key)).isBetween(1L, PATIENT.grace.plusSeconds(600).toMillis());
		});
		HttpCache.using(open()).evictGroup(URI.create(ORIGIN), "unknown");
		assertThat(this.commands.keys("*:g:*")).hasSize(3)
			.anySatisfy((key) -> assertThat(this.commands.pttl(key)).isBetween(1L, 600_000L));
	}

	@Test
	void responsesWithoutGroupsTakeNoMoreCommandsAndSpace() {
		RequestSender exchange = start();
		get(exchange, "/plain");
		get(exchange, "/plain");
		assertThat(this.commands.keys("*:g:*")).isEmpty();
		String key = this.commands.keys("*:e:*").get(0);
		// The format that earlier versions read.
		assertThat(this.commands.getrange(key, 69, 69)).isEqualTo("\1");
	}

	@Test
	void failedInvalidationIsRepeatedBeforeGroupIsReadAgain() throws Exception {
		SharedRedisStore store = open(redis.connect(), PATIENT.withTimeout(Duration.ofMillis(300)));
		CacheKey key = new CacheKey(ORIGIN + "/recipes", "any");
		Machines.eventually(() -> isStored(store, key));
		redis.pause();
		try {
			store.removeGroups(Set.of(new CacheGroup(ORIGIN, "recipes")));
			assertThat(store.failure()).isPresent();
		}
		finally {
			redis.resume();
		}
		Machines.eventually(() -> store.failure().isEmpty());
		assertThat(store.find(key)).isEmpty();
		Machines.eventually(() -> isStored(store, key));
	}

	@Test
	void manyGroupsAreBounded() {
		SharedResponseStore store = open();
		StringBuilder groups = new StringBuilder("\"0\"");
		for (int i = 1; i < 5000; i++) {
			groups.append(", \"").append(i).append('"');
		}
		CacheKey key = new CacheKey(ORIGIN + "/recipes", "any");
		store.put(key, response(groups.toString()));
		assertThat(this.commands.keys("*:g:*")).hasSize(128);
		assertThat(store.find(key)).isPresent();
		store.removeGroups(Set.of(new CacheGroup(ORIGIN, "127")));
		assertThat(store.find(key)).isEmpty();
		assertThat(this.commands.keys("*:e:*")).isEmpty();
	}

	/** Do something while the next request is on its way. */
	private void meanwhile(Runnable other) {
		this.meanwhile = () -> {
			this.meanwhile = () -> {
			};
			other.run();
		};
	}

	private boolean isServed(RequestSender exchange, String path) {
		this.sent.clear();
		get(exchange, path);
		return this.sent.isEmpty();
	}

	private static boolean isStored(ResponseStore store, CacheKey key) {
		store.put(key, response("\"recipes\""));
		return store.find(key).isPresent();
	}

	private static StoredResponse response(String groups) {
		HttpHeaders headers = new HttpHeaders();
		headers.set("Cache-Groups", groups);
		return StoredResponse.of(200, headers, "text".getBytes(StandardCharsets.UTF_8), Map.of(), null, null);
	}

	private RequestSender start() {
		return HttpCache.using(open()).around(this::server);
	}

	private CacheResponse server(CacheRequest request) {
		boolean isGet = request.method() == HttpMethod.GET;
		String path = request.uri().toString().substring(ORIGIN.length());
		this.sent.add(isGet ? path : "PUT");
		HttpHeaders headers = Machines.headers("max-age=600");
		if (!isGet) {
			headers.set("Cache-Group-Invalidation", "\"recipes\"");
		}
		else if (!path.equals("/plain")) {
			headers.set("Cache-Groups", path.startsWith("/recipes") ? "\"lists\", \"recipes\"" : "\"lists\"");
		}
		if (isGet) {
			this.meanwhile.run();
		}
		return CacheResponse.of(request.uri(), 200, headers, ResponseContent.of(new byte[this.length]));
	}

	private static void get(RequestSender exchange, String path) {
		send(exchange, HttpMethod.GET, path);
	}

	private static void put(RequestSender exchange, String path) {
		send(exchange, HttpMethod.PUT, path);
	}

	private static void send(RequestSender exchange, HttpMethod method, String path) {
		Machines.text(exchange.exchange(CacheRequest.of(method, URI.create(ORIGIN + path), HttpHeaders.EMPTY, "")));
	}

}
