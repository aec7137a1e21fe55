package dev.hyperclient.cache.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoreSize;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.data.redis.connection.ReactiveRedisConnection;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.util.ByteUtils;

/**
 * Administration, which reads many keys. Not limited by the timeout of calls.
 */
record RedisScan(RedisAvailability availability, RedisCommands commands, RedisStoreSettings settings) {

	private static final Logger logger = LoggerFactory.getLogger(RedisScan.class);

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	/** The maximum number of entries that are read. */
	private static final int MAX_ENTRIES = 100_000;

	private static final int BATCH = 1000;

	/** The maximum number of keys that are scanned for a size. */
	private static final int MAX_SCANNED = 20 * BATCH;

	/** The maximum number of entries whose size is read. */
	private static final int MAX_MEASURED = 500;

	private static final Duration SIZE_TIMEOUT = Duration.ofSeconds(2);

	private static final int CONCURRENCY = 64;

	/** Contains the key unless the URL is very long. */
	private static final int BEGINNING = 4096;

	private record Found(long size, Optional<RedisRecord.Head> head) {
	}

	/**
	 * Some of the keys in Redis. Not thread-safe.
	 */
	private static final class Sample {

		private final Pattern entry;

		private final List<ByteBuffer> measured = new ArrayList<>();

		private long scanned;

		private long entries;

		Sample(String prefix) {
			this.entry = Pattern.compile(RedisKeys.pattern(Pattern.quote(prefix), "e:.*").replace("{*}", "\\{\\w+}"));
		}

		void add(ByteBuffer key) {
			this.scanned++;
			if (this.entry.matcher(text(key)).matches()) {
				this.entries++;
				if (this.measured.size() < MAX_MEASURED) {
					this.measured.add(key);
				}
			}
		}

		boolean isComplete() {
			return this.scanned < MAX_SCANNED;
		}

	}

	/**
	 * Return the media types of the responses of a URL.
	 */
	Set<CacheKey> keys(String url) {
		RedisKeys keys = RedisKeys.of(this.settings.prefix, url);
		return read((connection) -> connection.hashCommands()
			.hGetAll(ByteBuffer.wrap(keys.url()))
			.filter((field) -> field.getKey().remaining() == RedisRecord.GENERATION_LENGTH)
			.map((field) -> new CacheKey(url, text(field.getValue())))
			.filterWhen((key) -> connection.keyCommands()
				.exists(ByteBuffer.wrap(keys.entry(RedisKeys.hash(key.variant())))))
			.collect(Collectors.toSet()), Duration.ofSeconds(2), Set.of());
	}

	/**
	 * Return the keys of the responses that were stored last.
	 */
	List<CacheKey> recentKeys(int maximum) {
		return read((connection) -> connection.keyCommands()
			.scan(options("e:*"))
			.take(MAX_ENTRIES)
			.flatMap((key) -> head(connection, key), CONCURRENCY)
			.flatMap((entry) -> Mono.justOrEmpty(entry.head()))
			.sort(Comparator.comparingLong(RedisRecord.Head::storedAt).reversed())
			.map(RedisRecord.Head::key)
			.distinct()
			.take(maximum)
			.collectList(), TIMEOUT, List.of());
	}

	/**
	 * Return the approximate number and size of the entries, from a sample: of a Redis
	 * with many keys only some are scanned, in an order that does not depend on what they
	 * contain. A failure ends it with an error.
	 */
	Mono<StoreSize> size() {
		return Mono.justOrEmpty(this.availability.connection())
			.switchIfEmpty(Mono.error(() -> new RedisFailureException(RedisFailureException.Kind.NONE, "unavailable")))
			.flatMap((connection) -> connection.keyCommands()
				.scan(ScanOptions.scanOptions().count(BATCH).build())
				.take(MAX_SCANNED)
				.collect(() -> new Sample(this.settings.prefix), Sample::add)
				.flatMap((sample) -> sample.isComplete() ? sizeOf(connection, sample, sample.scanned)
						: connection.serverCommands().dbSize().flatMap((keys) -> sizeOf(connection, sample, keys))))
			.timeout(SIZE_TIMEOUT);
	}

	/**
	 * Remove all keys. The caller reports a failure.
	 * @return the approximate number of removed entries
	 */
	long clear() throws RedisFailureException {
		return clear(verifiedConnection());
	}

	long clear(ReactiveRedisConnection connection) throws RedisFailureException {
		// A key that is scanned twice is removed twice, so none needs to be remembered.
		return RedisCommands.getOrCancel(connection.keyCommands()
			.scan(options("*"))
			.filter((key) -> key.remaining() > 0)
			.buffer(BATCH)
			.concatMap((keys) -> connection.keyCommands()
				.mUnlink(keys)
				.thenReturn(keys.stream().filter(RedisScan::isEntry).count()), 1)
			.reduce(0L, Long::sum)
			.toFuture(), TIMEOUT);
	}

	private static boolean isEntry(ByteBuffer key) {
		return text(key).contains("}:e:");
	}

	/**
	 * End the generations of all URLs without stored responses. The caller reports a
	 * failure.
	 */
	void endUnstored() throws RedisFailureException {
		ReactiveRedisConnection connection = verifiedConnection();
		RedisCommands
			.getOrCancel(connection.keyCommands()
				.scan(options("u"))
				.flatMap((key) -> Mono.fromFuture(
						() -> RedisCommands.send(connection, RedisScript.END.on(List.of(ByteUtils.getBytes(key))))),
						CONCURRENCY)
				.then(Mono.just(true))
				.toFuture(), TIMEOUT);
	}

	/**
	 * Return the result of commands, or another one if they fail.
	 */
	private <T> T read(Function<ReactiveRedisConnection, Mono<T>> commands, Duration timeout, T otherwise) {
		try {
			return RedisCommands.getOrCancel(commands.apply(verifiedConnection()).toFuture(), timeout);
		}
		catch (RedisFailureException ex) {
			logger.debug("The stored responses are unknown: {}", ex.getMessage());
			this.availability.report(ex, RedisKeys.of(this.settings.prefix, "").url());
			return otherwise;
		}
	}

	/**
	 * Return the connection if Redis answers now, before many commands without a timeout.
	 */
	private ReactiveRedisConnection verifiedConnection() throws RedisFailureException {
		byte[] key = RedisKeys.of(this.settings.prefix, "").url();
		ReactiveRedisConnection open = this.availability.connection(key);
		Duration timeout = this.settings.timeout;
		this.commands.awaitSent(RedisCommands.look(open, key),
				new TimeBudget((timeout.compareTo(SIZE_TIMEOUT) > 0) ? timeout : SIZE_TIMEOUT));
		return open;
	}

	private static Mono<StoreSize> sizeOf(ReactiveRedisConnection connection, Sample sample, long keys) {
		double entries = (sample.scanned == 0) ? 0 : (double) sample.entries * keys / sample.scanned;
		return Flux.fromIterable(sample.measured)
			.flatMap((key) -> head(connection, key), CONCURRENCY)
			.collect(Collectors
				.averagingLong((entry) -> entry.size() + entry.head().map(RedisRecord.Head::contentLength).orElse(0L)))
			.map((average) -> StoreSize.of(Math.round(entries), Math.round(entries * average)));
	}

	private static Mono<Found> head(ReactiveRedisConnection connection, ByteBuffer key) {
		return Mono.fromFuture(
				() -> RedisCommands.send(connection, RedisScript.HEAD.on(List.of(ByteUtils.getBytes(key)), BEGINNING)))
			.filter((elements) -> elements.size() == 2 && elements.get(0) instanceof Long size && size > 0)
			.map((elements) -> new Found((Long) elements.get(0), RedisRecord.head((byte[]) elements.get(1))));
	}

	private ScanOptions options(String kind) {
		return ScanOptions.scanOptions().match(RedisKeys.pattern(this.settings.prefix, kind)).count(BATCH).build();
	}

	private static String text(ByteBuffer bytes) {
		return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
	}

}
