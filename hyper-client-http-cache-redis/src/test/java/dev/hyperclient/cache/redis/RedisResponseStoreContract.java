package dev.hyperclient.cache.redis;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

import dev.hyperclient.cache.redis.Machines.Machine;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.store.SharedResponseStore;
import dev.hyperclient.test.ResponseStoreContract;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.util.function.ThrowingSupplier;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract of every store and the promises of the one in Redis, tested with each
 * server.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RedisResponseStoreContract extends ResponseStoreContract {

	static final CacheKey KEY = new CacheKey("http://cookbooks.dev/1.0/", "application/json");

	static final CacheKey OTHER = new CacheKey("http://cookbooks.dev/1.0/", "text/plain");

	static final CacheKey ELSEWHERE = new CacheKey("http://cookbooks.dev/1.0/2", "application/json");

	static final RedisStoreSettings SETTINGS = RedisSupport.PATIENT;

	/** The length of what precedes the checksum of an entry. */
	private static final int GENERATION_AND_LOCATION = 65;

	private static final String LONG = "0123456789".repeat(20_000);

	private final TestRedis.Kind kind;

	private TestRedis redis;

	private LettuceConnectionFactory connection;

	private RedisCommands<String, String> commands;

	private Machines machines;

	private final List<ResponseStore> opened = new ArrayList<>();

	RedisResponseStoreContract(TestRedis.Kind kind) {
		this.kind = kind;
	}

	@BeforeAll
	void startServer() {
		this.redis = TestRedis.shared(this.kind);
		this.connection = this.redis.connect();
		// So that stores need not wait for the connection.
		ReactiveRedisConnectionFactory reactive = this.connection;
		reactive.getReactiveConnection().ping().block();
		this.commands = this.redis.commands();
	}

	@BeforeEach
	void removeAll() {
		this.commands.flushall();
		this.machines = new Machines(() -> this.connection, SETTINGS);
	}

	@AfterEach
	void stopMachines() {
		this.opened.forEach(ResponseStore::close);
		this.opened.clear();
		this.machines.close();
	}

	@AfterAll
	void stopServer() {
		if (this.redis != null) {
			this.redis.disconnect();
		}
	}

	@Override
	protected SharedResponseStore createStore() {
		return new SharedRedisStore(this.connection, SETTINGS, Duration.ZERO);
	}

	@Override
	protected Optional<ResponseStore> createFailingStore() {
		return Optional
			.of(new SharedRedisStore(this.redis.connect(new LettuceConnectionFactory("127.0.0.1", 1)), SETTINGS));
	}

	private SharedResponseStore store() {
		SharedResponseStore store = createStore();
		this.opened.add(store);
		return store;
	}

	@Test
	void keysContainNoUrlAndExpire() {
		SharedResponseStore store = store();
		store.put(KEY, response("short"));
		store.put(ELSEWHERE, response(LONG));
		store.find(OTHER);
		SharedResponseStore request = store.forRequest(OTHER.url());
		request.find(OTHER);
		ResponseWriter unfinished = store.begin(OTHER, response(""));
		unfinished.write(ByteBuffer.wrap(new byte[200_000]));
		Machines.eventually(() -> this.commands.keys("*:b:*").size() == 2 && this.commands.keys("*:o").size() == 1);
		List<String> keys = this.commands.keys("*");
		assertThat(keys).hasSize(7).allSatisfy((key) -> {
			assertThat(key).matches("hyper-client:1:\\{[0-9a-f]{32}}:[uebo](:[0-9a-f]{32})?");
			assertThat(this.commands.pttl(key)).isPositive();
		});
		unfinished.close();
		Machines.eventually(() -> this.commands.keys("*:b:*").size() == 1);
	}

	@Test
	void credentialsCookiesAndFieldsOfConnectionAreNotStored() {
		HttpHeaders headers = new HttpHeaders();
		headers.set("Content-Type", "text/plain");
		for (String name : List.of("Set-Cookie", "Authorization", "Proxy-Authenticate", "X-Hop", "Content-Encoding")) {
			headers.set(name, "secret");
		}
		headers.set("Connection", "close, X-Hop");
		store().put(KEY, StoredResponse.of(200, headers, new byte[0],
				Map.of("authorization", "secret", "cookie", "secret", "accept", "any"), null, null));
		StoredResponse found = store().find(KEY).orElseThrow();
		assertThat(found.headers().headerNames()).containsExactly("Content-Type");
		assertThat(found.varied()).containsOnlyKeys("accept");
		assertThat(this.commands.get(this.commands.keys("*:e:*").get(0))).doesNotContain("secret");
	}

	@Test
	void evictedKeyIsMiss() {
		SharedResponseStore store = store();
		for (String text : List.of("short", LONG)) {
			store.put(KEY, response(text));
			for (String key : this.commands.keys("*")) {
				store.put(KEY, response(text));
				this.commands.keys("*:b:*").stream().filter((body) -> key.contains(":b:")).forEach(this.commands::del);
				this.commands.del(key);
				assertThat(content(store)).isEmpty();
			}
			store.put(KEY, response(text));
			assertThat(content(store)).contains(text);
		}
	}

	@Test
	void damagedContentIsMiss() {
		SharedResponseStore store = store();
		for (Stream<String> parts : List.of(Stream.of("0", "x"), Stream.of("1", "y".repeat(64 * 1024)))) {
			store.put(KEY, response(LONG));
			List<String> part = parts.toList();
			this.commands.hset(this.commands.keys("*:b:*").get(0), part.get(0), part.get(1));
			assertThat(content(store)).isEmpty();
		}
	}

	@Test
	void valueOfOtherTypeIsMissAndReplaced() {
		SharedResponseStore store = store();
		List<BiConsumer<RedisCommands<String, String>, String>> values = List.of((redis, key) -> redis.set(key, "x"),
				(redis, key) -> redis.rpush(key, "x"), (redis, key) -> redis.sadd(key, "x"),
				(redis, key) -> redis.hset(key, "g", "x"), (redis, key) -> redis.hset(key, "x", "x"),
				(redis, key) -> redis.set(key, "x".repeat(3_000_000)));
		for (BiConsumer<RedisCommands<String, String>, String> value : values) {
			for (String kind : List.of("*:u", "*:e:*", "*:b:*")) {
				this.commands.flushall();
				store.put(KEY, response(LONG));
				String key = this.commands.keys(kind).get(0);
				this.commands.del(key);
				value.accept(this.commands, key);
				SharedResponseStore request = store.forRequest(KEY.url());
				assertThat(request.find(KEY).flatMap(RedisResponseStoreContract::content)).isEmpty();
				request.put(KEY, response(LONG));
				assertThat(content(store)).contains(LONG);
			}
		}
	}

	@Test
	void keysLiveAsLongAsTheResponseAndTheGrace() {
		RedisStoreSettings settings = SETTINGS.withMaxStoredTime(Duration.ofHours(10)).withGrace(Duration.ofHours(1));
		HttpHeaders headers = new HttpHeaders();
		headers.set("Cache-Control", "max-age=3600");
		try (SharedResponseStore store = new SharedRedisStore(this.connection, settings)) {
			store.put(KEY, StoredResponse.of(200, headers, new byte[0], Map.of(), null, null));
		}
		assertThat(this.commands.keys("*")).hasSize(2)
			.allSatisfy((key) -> assertThat(this.commands.pttl(key)).isBetween(7_100_000L, 7_200_000L));
	}

	@Test
	void foreignEntryIsMiss() {
		SharedResponseStore store = store();
		store.put(KEY, response("one"));
		String entry = this.commands.keys("*:e:*").get(0);
		byte[] whole = this.connection.getConnection().stringCommands().get(entry.getBytes(StandardCharsets.US_ASCII));
		store.put(ELSEWHERE, response("two"));
		store.put(OTHER, response("three"));
		this.commands.keys("*:e:*")
			.forEach((other) -> this.connection.getConnection()
				.stringCommands()
				.set(other.getBytes(StandardCharsets.US_ASCII), whole));
		assertThat(body(store, KEY)).isEqualTo("one");
		assertThat(store.find(ELSEWHERE)).isEmpty();
		assertThat(store.find(OTHER)).isEmpty();
	}

	@Test
	void entryOfOtherFormatVersionIsMissAndReplaced() {
		SharedResponseStore store = store();
		for (int version : new int[] { 0, 1, 3, 127 }) {
			store.put(KEY, response("one"));
			byte[] key = this.commands.keys("*:e:*").get(0).getBytes(StandardCharsets.US_ASCII);
			byte[] entry = this.connection.getConnection().stringCommands().get(key);
			// Generation and location, checksum, version.
			entry[GENERATION_AND_LOCATION + 4] = (byte) version;
			CRC32C checksum = new CRC32C();
			checksum.update(entry, GENERATION_AND_LOCATION - 33, 33);
			checksum.update(entry, GENERATION_AND_LOCATION + 4, entry.length - GENERATION_AND_LOCATION - 4);
			ByteBuffer.wrap(entry).putInt(GENERATION_AND_LOCATION, (int) checksum.getValue());
			this.connection.getConnection().stringCommands().set(key, entry);
			assertThat(store.find(KEY).isPresent()).isEqualTo(version == 1);
			assertThat(store.recentKeys(10)).hasSize((version == 1) ? 1 : 0);
			store.put(KEY, response("two"));
			assertThat(body(store, KEY)).isEqualTo("two");
		}
	}

	@Test
	void keysOfOtherFormatVersionsAreNeitherReadNorRemoved() {
		SharedResponseStore store = store();
		store.put(KEY, response(LONG));
		for (String key : this.commands.keys("*")) {
			this.commands.rename(key, key.replace(":1:", ":2:"));
		}
		assertThat(store.find(KEY)).isEmpty();
		assertThat(store.keys(KEY.url())).isEmpty();
		store.invalidateAll(Set.of(KEY.url()));
		store.clear();
		assertThat(this.commands.keys("*")).hasSize(3).allMatch((key) -> key.startsWith("hyper-client:2:"));
	}

	@Test
	void tooLongContentIsNotStoredAndRemovesOlderOne() {
		RedisStoreSettings settings = SETTINGS.withMaxBodySize(DataSize.ofKilobytes(100));
		try (SharedResponseStore store = new SharedRedisStore(this.connection, settings)) {
			store.put(KEY, response("one"));
			store.put(KEY, response(LONG));
			assertThat(store.find(KEY)).isEmpty();
			store.put(KEY, response("one"));
			try (ResponseWriter writer = store.begin(KEY, response(""))) {
				writer.write(ByteBuffer.wrap(new byte[90_000]));
				writer.write(ByteBuffer.wrap(new byte[90_000]));
				writer.commit();
			}
			assertThat(store.find(KEY)).isEmpty();
			Machines.eventually(() -> this.commands.keys("*:b:*").isEmpty());
		}
	}

	@Test
	void replacedOrInvalidatedContentLeavesNoKeys() {
		SharedResponseStore store = store();
		store.put(KEY, response(LONG));
		store.put(KEY, response(LONG));
		assertThat(this.commands.keys("*")).hasSize(3);
		store.put(OTHER, response(LONG));
		store.invalidateAll(Set.of(KEY.url()));
		assertThat(this.commands.keys("*")).isEmpty();
	}

	@Test
	void sizeIsEstimatedFromSomeOfManyKeys() {
		int own = 3000;
		int others = 57_000;
		this.commands.eval("for i = 1, ARGV[1] do local h = string.format('%032x', i); "
				+ "redis.call('SET', 'hyper-client:1:{' .. h .. '}:e:' .. h, string.rep('x', 1000), 'EX', 600) end "
				+ "for i = 1, ARGV[2] do redis.call('SET', 'other:' .. i, 'x', 'EX', 600) end return 1",
				ScriptOutputType.INTEGER, new String[0], String.valueOf(own), String.valueOf(others));
		SharedResponseStore store = store();
		// On a busy machine, it may take longer than its time limit.
		Machines.eventually(() -> store.size().isKnown());
		this.commands.configResetstat();
		StoreSize size = store.size();
		assertThat(size.entries()).isCloseTo(own, Offset.offset(own / 4L));
		assertThat(size.bytes()).isCloseTo(size.entries() * 1000, Offset.offset(1000L));
		assertThat(this.redis.number("commandstats", "cmdstat_scan:calls=")).isBetween(1L, 25L);
		assertThat(this.redis.scripts()).isBetween(1L, 510L);
		store().clear();
		assertThat(this.commands.dbsize()).isEqualTo(others);
	}

	@Test
	void sizeIsUnknownUntilItIsMeasured() {
		try (SharedResponseStore store = new SharedRedisStore(this.connection, SETTINGS)) {
			store.put(KEY, response("text"));
			assertThat(store.size().isKnown()).isFalse();
			Machines.eventually(() -> store.size().isKnown());
			assertThat(store.size().entries()).isEqualTo(1);
		}
	}

	@Test
	void differentPrefixesAreKeptApart() {
		SharedResponseStore store = store();
		try (SharedResponseStore other = new SharedRedisStore(this.connection, SETTINGS.withPrefix("other"))) {
			store.put(KEY, response("one"));
			assertThat(other.find(KEY)).isEmpty();
			other.put(KEY, response("two"));
			other.clear();
			assertThat(body(store, KEY)).isEqualTo("one");
		}
	}

	@Test
	void usersWhoseRequestsBeginAnIndexAtTheSameTimeKeepTheirResponses() {
		Machine one = this.machines.start();
		Machine two = this.machines.start();
		this.machines.whileNextRequest("one", () -> two.get("bob"));
		one.get("ann");
		assertThat(this.machines.requests).hasValue(2);
		two.get("ann");
		one.get("bob");
		assertThat(this.machines.requests).hasValue(2);
	}

	@Test
	void unsafeRequestInvalidatesOnOtherMachine() {
		Machine one = this.machines.start();
		Machine two = this.machines.start();
		for (String identity : List.of("", "user")) {
			one.get(identity);
			two.get(identity);
			this.machines.content = "changed for " + identity;
			one.put();
			assertThat(two.get(identity)).isEqualTo("changed for " + identity);
			this.machines.content = "evicted for " + identity;
			one.cache().evict(Machines.URL);
			assertThat(two.get(identity)).isEqualTo("evicted for " + identity);
		}
	}

	@Test
	void memoryInFrontServesWithoutRedisAndNoticesInvalidationWithinOneSecond() {
		Machine one = this.machines.startWithMemory();
		Machine two = this.machines.startWithMemory();
		one.get();
		one.get();
		long read = System.nanoTime();
		this.machines.content = "two";
		two.put();
		assertThat(two.get()).isEqualTo("two");
		Machines.eventually(() -> one.get().equals("two"));
		assertThat(Duration.ofNanos(System.nanoTime() - read)).isLessThan(Duration.ofSeconds(15));
		this.machines.content = "three";
		one.put();
		assertThat(one.get()).isEqualTo("three");
		this.commands.flushall();
		assertThat(one.get()).isEqualTo("three");
		assertThat(one.get()).isEqualTo("three");
	}

	@Test
	void responseValidatedFromMemoryIsNotStoredAfterInvalidation() {
		Machine one = this.machines.startWithMemory();
		Machine two = this.machines.start();
		this.machines.cacheControl = "no-cache";
		one.get();
		one.get();
		this.machines.cacheControl = "max-age=60";
		this.machines.content = "old";
		this.machines.whileNextRequest("new", two::put);
		assertThat(one.get()).isEqualTo("old");
		assertThat(one.get()).isEqualTo("new");
		assertThat(two.get()).isEqualTo("new");
		assertThat(one.get()).isEqualTo("new");
	}

	@Test
	void responseToRequestBeforeInvalidationIsNotStored() {
		Machine one = this.machines.start();
		Machine two = this.machines.start();
		List<Runnable> invalidations = List.of(two::put, () -> two.cache().clear(),
				() -> two.cache().evict(Machines.URL));
		for (Runnable invalidation : invalidations) {
			for (boolean stored : List.of(false, true)) {
				one.cache().clear();
				if (stored) {
					this.machines.cacheControl = "no-cache";
					one.get();
				}
				this.machines.cacheControl = "max-age=60";
				this.machines.content = "old";
				this.machines.whileNextRequest("new", invalidation);
				assertThat(one.get()).isEqualTo("old");
				assertThat(one.get()).isEqualTo("new");
				assertThat(two.get()).isEqualTo("new");
			}
		}
	}

	static StoredResponse response(String body) {
		return StoredResponse.of(200, HttpHeaders.EMPTY, body.getBytes(StandardCharsets.UTF_8), Map.of(), null, null);
	}

	static String body(ResponseStore store, CacheKey key) {
		byte[] body = ThrowingSupplier.of(store.find(key).orElseThrow().body()::bytes).get();
		return new String(body, StandardCharsets.UTF_8);
	}

	private static Optional<String> content(SharedResponseStore store) {
		return store.find(KEY).flatMap(RedisResponseStoreContract::content);
	}

	private static Optional<String> content(StoredResponse response) {
		try {
			return Optional.of(new String(response.body().snapshot().bytes(), StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			return Optional.empty();
		}
	}

}
