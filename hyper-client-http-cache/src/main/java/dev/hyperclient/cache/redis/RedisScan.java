package dev.hyperclient.cache.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoreSize;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.data.redis.connection.ReactiveRedisConnection;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.core.ScanOptions;

/**
 * Administration, which reads many keys. Not limited by the timeout of calls.
 */
final class RedisScan {

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	/** The maximum number of entries that are read. */
	private static final int MAX_ENTRIES = 100_000;

	private static final int BATCH = 1000;

	private static final int CONCURRENCY = 64;

	/** Contains the key unless the URL is very long. */
	private static final int BEGINNING = 4096;

	private final RedisAvailability availability;

	private final RedisStoreSettings settings;

	RedisScan(RedisAvailability availability, RedisStoreSettings settings) {
		this.availability = availability;
		this.settings = settings;
	}

	private record Found(long size, Optional<RedisRecord.Summary> summary) {
	}

	/**
	 * Return the media types of the responses of a URL.
	 */
	Set<CacheKey> keys(String url) throws RedisFailureException {
		RedisKeys keys = RedisKeys.of(this.settings.prefix(), url);
		Flux<CacheKey> found = this.availability.verifiedConnection()
			.hashCommands()
			.hGetAll(ByteBuffer.wrap(keys.url()))
			.filter((field) -> field.getKey().remaining() == RedisRecord.GENERATION_LENGTH)
			.map((field) -> new CacheKey(url, text(field.getValue())));
		return new HashSet<>(await(found.filterWhen(this::exists).collectList(), Duration.ofSeconds(2)));
	}

	/**
	 * Return the keys of the responses that were stored last.
	 */
	List<CacheKey> recentKeys(int maximum) throws RedisFailureException {
		return await(entries().flatMap((entry) -> Mono.justOrEmpty(entry.summary()))
			.collectSortedList(Comparator.comparingLong(RedisRecord.Summary::storedAt).reversed()), TIMEOUT).stream()
			.map(RedisRecord.Summary::key)
			.limit(maximum)
			.toList();
	}

	/**
	 * Return the number and the size of the entries.
	 */
	StoreSize size() throws RedisFailureException {
		return await(
				entries().reduce(StoreSize.EMPTY,
						(size, entry) -> new StoreSize(size.entries() + 1,
								size.bytes() + entry.size()
										+ entry.summary().map(RedisRecord.Summary::contentLength).orElse(0L))),
				TIMEOUT);
	}

	void clear() throws RedisFailureException {
		clear(this.availability.verifiedConnection());
	}

	void clear(ReactiveRedisConnection connection) throws RedisFailureException {
		Flux<ByteBuffer> keys = connection.keyCommands()
			.scan(options("*"))
			.distinct()
			.filter((key) -> key.remaining() > 0);
		await(keys.flatMap((key) -> connection.keyCommands().unlink(key), CONCURRENCY).then(Mono.just(true)), TIMEOUT);
	}

	private Flux<Found> entries() throws RedisFailureException {
		ReactiveRedisConnection connection = this.availability.verifiedConnection();
		return connection.keyCommands()
			.scan(options("e:*"))
			.take(MAX_ENTRIES)
			.distinct()
			.flatMap((key) -> head(connection, key), CONCURRENCY);
	}

	private Mono<Found> head(ReactiveRedisConnection connection, ByteBuffer key) {
		Flux<Object> reply = connection.scriptingCommands()
			.eval(RedisScript.HEAD.text(), ReturnType.MULTI, 1, key.duplicate(),
					ByteBuffer.wrap(RedisBody.number(BEGINNING)));
		return reply.collectList()
			.map(RedisCommands::elements)
			.filter((elements) -> elements.size() == 2 && elements.get(0) instanceof Long size && size > 0)
			.map((elements) -> new Found((Long) elements.get(0), RedisRecord.summary((byte[]) elements.get(1))));
	}

	private Mono<Boolean> exists(CacheKey key) {
		byte[] entry = RedisKeys.of(this.settings.prefix(), key.url()).entry(RedisKeys.hash(key.mediaType()));
		return this.availability.connection()
			.map((connection) -> connection.keyCommands().exists(ByteBuffer.wrap(entry)))
			.orElse(Mono.just(false));
	}

	private ScanOptions options(String kind) {
		return ScanOptions.scanOptions().match(RedisKeys.pattern(this.settings.prefix(), kind)).count(BATCH).build();
	}

	private static <T> T await(Mono<T> result, Duration timeout) throws RedisFailureException {
		CompletableFuture<T> future = result.toFuture();
		try {
			return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			future.cancel(true);
			Thread.currentThread().interrupt();
			throw new RedisFailureException("interrupted");
		}
		catch (ExecutionException | TimeoutException | CancellationException ex) {
			future.cancel(true);
			throw RedisFailureException.of(ex);
		}
	}

	private static String text(ByteBuffer bytes) {
		byte[] text = new byte[bytes.remaining()];
		bytes.duplicate().get(text);
		return new String(text, StandardCharsets.UTF_8);
	}

}
