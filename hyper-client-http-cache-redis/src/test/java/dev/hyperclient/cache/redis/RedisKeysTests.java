package dev.hyperclient.cache.redis;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredResponse;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the scripts leave in Redis.
 */
class RedisKeysTests extends RedisSupport {

	private static final CacheKey KEY = new CacheKey("https://example.com/recipes", "any");

	private static final CacheKey VARIANT = new CacheKey(KEY.url(), "any;variant");

	private static final int PART = 64 * 1024;

	private static final int LONG = 20_000_000;

	private RedisResponseStore store;

	private RedisCommands<String, String> commands;

	@BeforeEach
	void start() {
		this.commands = redis.commands();
		this.store = open(redis.connect(), PATIENT.withMaxBodySize(DataSize.ofBytes(4 * PART)));
	}

	@Test
	void contentWhosePartsAreLostBeforeItIsCommittedHasNoEntry() {
		ResponseWriter writer = this.store.begin(KEY, response("max-age=60", 0));
		writer.write(ByteBuffer.wrap(new byte[3 * PART]));
		Machines.eventually(() -> !this.commands.keys("*:b:*").isEmpty());
		this.commands.keys("*:b:*").forEach(this.commands::del);
		writer.commit();
		assertThat(this.commands.keys("*:e:*")).isEmpty();
		// The part that was sent last.
		assertThat(this.commands.keys("*:b:*")).isEmpty();
	}

	@Test
	void responseWithShortLifetimeDoesNotShortenThatOfOthersOfItsUrl() {
		this.store.put(KEY, response("max-age=40000", 10));
		this.store.put(VARIANT, response("max-age=1", 10));
		assertThat(this.commands.pttl(key(":u"))).isGreaterThan(Duration.ofSeconds(30_000).toMillis());
		assertThat(this.store.find(KEY)).isPresent();
	}

	@Test
	void removedResponseIsNotListed() {
		this.store.put(KEY, response("max-age=60", 10));
		this.store.put(VARIANT, response("max-age=60", 10));
		assertThat(this.commands.hlen(key(":u"))).isEqualTo(3);
		this.store.remove(VARIANT);
		assertThat(this.commands.hvals(key(":u"))).hasSize(2).contains("any");
	}

	@Test
	void valueThatIsTooLongIsNotTransferred() {
		this.store.put(KEY, response("max-age=60", 10));
		this.commands.setrange(key(":e:*"), LONG, "x");
		long before = sentBytes();
		assertThat(this.store.find(KEY)).isEmpty();
		assertThat(sentBytes() - before).isLessThan(LONG / 10);
	}

	@Test
	void partThatIsTooLongIsNotTransferred() {
		this.store.put(KEY, response("max-age=60", 3 * PART));
		this.commands.hset(key(":b:*"), "1", "x".repeat(LONG));
		StoredResponse found = this.store.find(KEY).orElseThrow();
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

	private String key(String kind) {
		return this.commands.keys("*" + kind).get(0);
	}

	private long sentBytes() {
		return redis.number("stats", "total_net_output_bytes:");
	}

	private static StoredResponse response(String cacheControl, int length) {
		HttpHeaders headers = new HttpHeaders();
		headers.setDate("Date", System.currentTimeMillis());
		headers.setCacheControl(cacheControl);
		return new StoredResponse(200, headers, new byte[length], Map.of(), null, null);
	}

}
