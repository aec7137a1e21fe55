package dev.hyperclient.cache.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoredResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The format of an entry and its time to live.
 */
class RedisRecordTests {

	private static final CacheKey KEY = new CacheKey("https://example.com/r\u00e9cipes", "any;text");

	private static final String GENERATION = "0123456789abcdef0123456789abcdef";

	private static final long NOW = 1_700_000_000_000L;

	@ParameterizedTest
	@CsvSource(delimiter = '|', nullValues = "-", textBlock = """
			max-age=60              | -    | 120
			Max-Age = "60"          | -    | 120
			private,max-age=60      | -    | 120
			s-max-age=60            | -    | 60
			max-age=60              | 30   | 120
			-                       | 30   | 90
			no-cache                | -30  | 60
			-                       | 0    | 60
			-                       | 9999 | 600
			max-age=540             | -    | 600
			max-age=539             | -    | 599
			max-age=999999999       | -    | 600
			""")
	void timeToLiveIsLifetimeAndGraceWithinMaximum(String cacheControl, Integer expires, long seconds) {
		HttpHeaders headers = new HttpHeaders();
		if (cacheControl != null) {
			headers.setCacheControl(cacheControl);
		}
		headers.setDate(NOW);
		if (expires != null) {
			headers.setExpires(NOW + expires * 1000);
		}
		assertThat(timeToLive(200, headers, Duration.ofSeconds(60))).isEqualTo(Duration.ofSeconds(seconds));
	}

	@Test
	void invalidDateIsNoLifetime() {
		HttpHeaders headers = new HttpHeaders();
		headers.set(HttpHeaders.EXPIRES, "0");
		headers.set(HttpHeaders.DATE, "yesterday");
		assertThat(timeToLive(200, headers, Duration.ofSeconds(60))).isEqualTo(Duration.ofSeconds(60));
	}

	@Test
	void timeToLiveIsPositive() {
		assertThat(timeToLive(200, new HttpHeaders(), Duration.ZERO)).isEqualTo(Duration.ofMillis(1));
	}

	@Test
	void recordOfTheCacheIsKeptForTheMaximum() {
		assertThat(timeToLive(600, new HttpHeaders(), Duration.ZERO)).isEqualTo(Duration.ofSeconds(600));
		assertThat(timeToLive(599, new HttpHeaders(), Duration.ZERO)).isEqualTo(Duration.ofMillis(1));
	}

	@Test
	void entryIsReadAsItWasWritten() {
		HttpHeaders headers = new HttpHeaders();
		headers.add("Link", "a");
		headers.add("Link", "\u00e4");
		headers.add("ETag", "");
		RedisRecord written = new RedisRecord(KEY, NOW, StoredResponse.of(203, headers, bytes("text"),
				Map.of("accept", "any", "x", ""), "identity", "https://example.com/other"), null, null);
		RedisRecord read = decode(written).orElseThrow();
		assertThat(read.key()).isEqualTo(KEY);
		assertThat(read.storedAt()).isEqualTo(NOW);
		assertThat(read.content()).isNull();
		assertThat(read.groups()).isNull();
		assertThat(read.response().status()).isEqualTo(203);
		assertThat(read.response().headers().get("Link")).containsExactly("a", "\u00e4");
		assertThat(read.response().headers().get("ETag")).containsExactly("");
		assertThat(read.response().varied()).isEqualTo(Map.of("accept", "any", "x", ""));
		assertThat(read.response().identityHash()).isEqualTo("identity");
		assertThat(read.response().permanentRedirect()).isEqualTo("https://example.com/other");
		assertThat(read.response().body().length()).isEqualTo(4);
		RedisRecord.Head head = RedisRecord.head(bytes(written)).orElseThrow();
		assertThat(head).isEqualTo(new RedisRecord.Head(NOW, 4, 0, 0, KEY, null));
		assertThat(head.contentLength()).isZero();
	}

	@Test
	void entryOfLongContentInGroupsIsReadAsItWasWritten() {
		RedisRecord.Content content = new RedisRecord.Content("f".repeat(32), 100_000, -5, 2);
		RedisRecord written = new RedisRecord(KEY, NOW, response("not written"), content, "groups");
		RedisRecord read = decode(written).orElseThrow();
		assertThat(read.content()).isEqualTo(content);
		assertThat(read.groups()).isEqualTo("groups");
		assertThat(read.response().body().length()).isZero();
		assertThat(read.response().identityHash()).isNull();
		RedisRecord.Head head = RedisRecord.head(bytes(written)).orElseThrow();
		assertThat(head).isEqualTo(new RedisRecord.Head(NOW, 100_000, -5, 2, KEY, "groups"));
		assertThat(head.contentLength()).isEqualTo(100_000);
	}

	@Test
	void damagedEntryIsNotRead() {
		byte[] entry = bytes(new RedisRecord(KEY, NOW, response("text"), null, null));
		for (int i = GENERATION.length(); i < entry.length; i++) {
			byte[] damaged = entry.clone();
			damaged[i] ^= 1;
			assertThat(RedisRecord.decode(damaged)).as("byte " + i).isEmpty();
		}
		for (int length : List.of(0, 31, 32, 68, 69, entry.length - 1)) {
			assertThat(RedisRecord.decode(Arrays.copyOf(entry, length))).as("length " + length).isEmpty();
		}
	}

	@Test
	void headOfDamagedEntryIsNotRead() {
		byte[] entry = bytes(new RedisRecord(KEY, NOW, response("text"), null, null));
		assertThat(RedisRecord.head(Arrays.copyOf(entry, 95))).isEmpty();
		assertThat(RedisRecord.head(Arrays.copyOf(entry, 10))).isEmpty();
		byte[] otherVersion = entry.clone();
		otherVersion[69] = 3;
		assertThat(RedisRecord.head(otherVersion)).isEmpty();
		byte[] negativeLength = entry.clone();
		negativeLength[94] = -1;
		assertThat(RedisRecord.head(negativeLength)).isEmpty();
	}

	@Test
	void headerFieldsThatAreTooLongAreNotWritten() {
		HttpHeaders headers = new HttpHeaders();
		headers.set("X", "");
		int before = record(headers).encode().orElseThrow().length;
		// Behind the location and the checksum.
		headers.set("X", "x".repeat(64 * 1024 + 37 - before));
		assertThat(record(headers).encode()).isPresent();
		headers.set("X", "x".repeat(64 * 1024 + 38 - before));
		assertThat(record(headers).encode()).isEmpty();
	}

	private static RedisRecord record(HttpHeaders headers) {
		return new RedisRecord(KEY, NOW, StoredResponse.of(200, headers, new byte[0], Map.of(), null, null), null,
				null);
	}

	private static Duration timeToLive(int status, HttpHeaders headers, Duration grace) {
		RedisStoreSettings settings = RedisStoreSettings.defaults()
			.withMaxStoredTime(Duration.ofSeconds(600))
			.withGrace(grace);
		return RedisRecord.timeToLive(StoredResponse.of(status, headers, new byte[0], Map.of(), null, null), settings);
	}

	private static Optional<RedisRecord> decode(RedisRecord written) {
		return RedisRecord.decode(bytes(written));
	}

	private static byte[] bytes(RedisRecord written) {
		byte[] encoded = written.encode().orElseThrow();
		byte[] entry = Arrays.copyOf(bytes(GENERATION), GENERATION.length() + encoded.length);
		System.arraycopy(encoded, 0, entry, GENERATION.length(), encoded.length);
		return entry;
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static StoredResponse response(String text) {
		HttpHeaders headers = new HttpHeaders();
		headers.set("A", "b");
		return StoredResponse.of(200, headers, bytes(text), Map.of(), null, null);
	}

}
