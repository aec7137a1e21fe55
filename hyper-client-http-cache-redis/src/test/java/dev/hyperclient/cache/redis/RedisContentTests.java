package dev.hyperclient.cache.redis;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Long content, which is stored and read in parts, and the keys that remain in Redis.
 */
class RedisContentTests extends RedisSupport {

	private static final CacheKey KEY = new CacheKey("https://example.com/recipes", "any");

	private static final CacheKey ELSEWHERE = new CacheKey("https://example.com/dishes", "any");

	private static final CacheKey VARIANT = new CacheKey(KEY.url(), "any;variant");

	private static final int PART = RedisBody.PART_LENGTH;

	private static final int LONG = 20_000_000;

	@ParameterizedTest
	@CsvSource({ "65536, 0", "65537, 1" })
	void contentUpTo64KibibytesIsPartOfItsEntry(int length, int keys) {
		SharedRedisStore store = open();
		store.put(KEY, response(length));
		assertThat(contents()).hasSize(keys);
		try (ResponseWriter writer = store.begin(KEY, response(0))) {
			writer.write(ByteBuffer.allocate(length));
			writer.commit();
		}
		Machines.eventually(() -> contents().size() == keys);
		assertThat(store.find(KEY)).get().extracting((found) -> found.body().length()).isEqualTo((long) length);
	}

	@ParameterizedTest
	@CsvSource({ "262144, true", "262145, false" })
	void contentUpTo256KibibytesIsReadIntoMemory(int length, boolean inMemory) throws IOException {
		SharedRedisStore store = open();
		store.put(KEY, response(length));
		StoredBody read = store.find(KEY).orElseThrow().body().snapshot();
		assertThat(read.isInMemory()).isEqualTo(inMemory);
		assertThat(read.bytes()).hasSize(length);
	}

	@Test
	void contentOfTheMaximumLengthIsStored() {
		SharedRedisStore store = open(redis.connect(), PATIENT.withMaxBodySize(DataSize.ofBytes(3 * PART)));
		store.put(KEY, response(3 * PART));
		assertThat(store.find(KEY)).isPresent();
		try (ResponseWriter writer = store.begin(ELSEWHERE, response(0))) {
			writer.write(ByteBuffer.allocate(2 * PART));
			writer.write(ByteBuffer.allocate(PART));
			writer.commit();
		}
		assertThat(store.find(ELSEWHERE)).isPresent();
	}

	@Test
	void contentOfTheSameUrlIsNotCopied() throws IOException {
		SharedRedisStore store = open();
		store.put(KEY, response(2 * PART));
		List<String> before = contents();
		store.put(KEY, response(0).withBody(store.find(KEY).orElseThrow().body()));
		assertThat(contents()).isEqualTo(before);
		store.put(ELSEWHERE, response(0).withBody(store.find(KEY).orElseThrow().body()));
		assertThat(contents()).hasSize(2);
		store.remove(KEY);
		assertThat(store.find(ELSEWHERE).orElseThrow().body().bytes()).hasSize(2 * PART);
	}

	@Test
	void fewPartsAreSentOrRequestedBeforeAReplyIsAwaited() {
		StubRedis stub = new StubRedis();
		stub.replies.put(RedisScript.APPEND, Flux::never);
		stub.replies.put(RedisScript.PART, Flux::never);
		RedisStorage storage = closing(new RedisStorage(new RedisServers(stub.factory()), PATIENT));
		TimeBudget budget = new TimeBudget(Duration.ofMillis(20));
		ByteBuffer content = ByteBuffer.allocate(8 * PART);
		new RedisRequest(storage, KEY.url(), false, budget).begin(KEY, response(0)).write(content);
		assertThat(content.hasRemaining()).isFalse();
		assertThat(stub.count(RedisScript.APPEND)).isEqualTo(2);
		RedisBody body = new RedisBody(storage.commands, storage.keys(KEY.url()),
				new RedisRecord.Content("0".repeat(32), 8 * PART, 0, 8), budget);
		assertThatExceptionOfType(IOException.class).isThrownBy(body::snapshot)
			.withMessageStartingWith("Content cannot be read from Redis: ");
		assertThat(stub.count(RedisScript.PART)).isEqualTo(3);
	}

	/** Those for the first MiB are included. */
	@ParameterizedTest
	@CsvSource({ "1048575, 1, 1", "1048576, 1, 2", "1048577, 2, 3", "2097153, 3, 5" })
	void timeoutIsAddedForEachMebibyte(int length, long afterWriting, long afterReading) throws IOException {
		try (RedisStorage storage = new RedisStorage(new RedisServers(redis.connect()), PATIENT)) {
			TimeBudget budget = new TimeBudget(Duration.ofHours(1));
			RedisRequest request = new RedisRequest(storage, KEY.url(), false, budget);
			try (ResponseWriter writer = request.begin(KEY, response(0))) {
				writer.write(ByteBuffer.allocate(length));
				writer.commit();
			}
			assertThat(timeouts(budget)).isEqualTo(afterWriting);
			assertThat(request.find(KEY).orElseThrow().body().snapshot().length()).isEqualTo(length);
			assertThat(timeouts(budget)).isEqualTo(afterReading);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 4 * PART })
	void refusedContentLeavesNoParts(int more) {
		SharedRedisStore store = open();
		ResponseWriter writer = store.begin(KEY, response(0));
		writer.write(ByteBuffer.allocate(3 * PART));
		Machines.eventually(() -> !contents().isEmpty());
		redis.commands().configSet("maxmemory", "1");
		ByteBuffer refused = ByteBuffer.allocate(more);
		writer.write(refused);
		assertThat(refused.hasRemaining()).isFalse();
		writer.commit();
		Machines.eventually(() -> contents().isEmpty());
		redis.commands().configSet("maxmemory", "0");
		assertThat(store.find(KEY)).isEmpty();
	}

	@Test
	void closedWriterSendsNothing() {
		SharedRedisStore store = open();
		ResponseWriter writer = store.begin(KEY, response(0));
		writer.close();
		long before = redis.scripts();
		writer.write(ByteBuffer.allocate(4 * PART));
		writer.commit();
		writer.close();
		assertThat(redis.scripts()).isEqualTo(before);
	}

	@Test
	void contentWhosePartsAreLostBeforeItIsCommittedHasNoEntry() {
		SharedRedisStore store = openForFourParts();
		ResponseWriter writer = store.begin(KEY, response("max-age=60", 0));
		writer.write(ByteBuffer.wrap(new byte[3 * PART]));
		Machines.eventually(() -> !redis.commands().keys("*:b:*").isEmpty());
		redis.commands().keys("*:b:*").forEach(redis.commands()::del);
		writer.commit();
		assertThat(redis.commands().keys("*:e:*")).isEmpty();
		// The part that was sent last.
		assertThat(redis.commands().keys("*:b:*")).isEmpty();
	}

	@Test
	void responseWithShortLifetimeDoesNotShortenThatOfOthersOfItsUrl() {
		SharedRedisStore store = openForFourParts();
		store.put(KEY, response("max-age=40000", 10));
		store.put(VARIANT, response("max-age=1", 10));
		assertThat(redis.commands().pttl(key(":u"))).isGreaterThan(Duration.ofSeconds(30_000).toMillis());
		assertThat(store.find(KEY)).isPresent();
	}

	@Test
	void removedResponseIsNotListed() {
		SharedRedisStore store = openForFourParts();
		store.put(KEY, response("max-age=60", 10));
		store.put(VARIANT, response("max-age=60", 10));
		assertThat(redis.commands().hlen(key(":u"))).isEqualTo(3);
		store.remove(VARIANT);
		assertThat(redis.commands().hvals(key(":u"))).hasSize(2).contains("any");
	}

	@Test
	void valueThatIsTooLongIsNotTransferred() {
		SharedRedisStore store = openForFourParts();
		store.put(KEY, response("max-age=60", 10));
		redis.commands().setrange(key(":e:*"), LONG, "x");
		long before = sentBytes();
		assertThat(store.find(KEY)).isEmpty();
		assertThat(sentBytes() - before).isLessThan(LONG / 10);
	}

	@Test
	void partThatIsTooLongIsNotTransferred() {
		SharedRedisStore store = openForFourParts();
		store.put(KEY, response("max-age=60", 3 * PART));
		redis.commands().hset(key(":b:*"), "1", "x".repeat(LONG));
		StoredResponse found = store.find(KEY).orElseThrow();
		long before = sentBytes();
		assertThat(found.body()).satisfies((body) -> {
			try {
				body.snapshot();
			}
			catch (IOException ex) {
				// Damaged.
			}
		});
		assertThat(sentBytes() - before).isLessThan(LONG / 10);
	}

	private static List<String> contents() {
		return redis.commands().keys("*:b:*");
	}

	private static long timeouts(TimeBudget budget) {
		return Math.round((double) budget.remaining() / new TimeBudget(Duration.ofHours(1)).remaining());
	}

	private static StoredResponse response(int length) {
		return StoredResponse.of(200, new HttpHeaders(), new byte[length], Map.of(), null, null);
	}

	private SharedRedisStore openForFourParts() {
		return open(redis.connect(), PATIENT.withMaxBodySize(DataSize.ofBytes(4 * PART)));
	}

	private static String key(String kind) {
		return redis.commands().keys("*" + kind).get(0);
	}

	private static long sentBytes() {
		return redis.number("stats", "total_net_output_bytes:");
	}

	private static StoredResponse response(String cacheControl, int length) {
		return StoredResponse.of(200, Machines.headers(cacheControl), new byte[length], Map.of(), null, null);
	}

}
