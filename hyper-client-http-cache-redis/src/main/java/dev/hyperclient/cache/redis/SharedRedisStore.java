package dev.hyperclient.cache.redis;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.internal.store.SharedResponseStore;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoreStatistics;
import dev.hyperclient.cache.store.StoredResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;

/**
 * The store of {@link RedisResponseStore}. Thread-safe.
 */
final class SharedRedisStore implements SharedResponseStore {

	private static final Logger logger = LoggerFactory.getLogger(RedisResponseStore.class);

	private static final Duration SIZE_INTERVAL = Duration.ofMinutes(1);

	private final RedisStorage storage;

	private final RedisServers servers;

	private final Duration sizeInterval;

	private final AtomicBoolean measuring = new AtomicBoolean();

	private volatile StoreSize size = StoreSize.UNKNOWN;

	private volatile long measured;

	SharedRedisStore(ReactiveRedisConnectionFactory factory, RedisStoreSettings settings) {
		this(factory, settings, SIZE_INTERVAL);
	}

	/**
	 * Create a store.
	 * @param sizeInterval how long a measured size is returned again. Zero to measure and
	 * wait for each call
	 */
	SharedRedisStore(ReactiveRedisConnectionFactory factory, RedisStoreSettings settings, Duration sizeInterval) {
		Objects.requireNonNull(factory, "'factory' must not be null");
		Objects.requireNonNull(settings, "'settings' must not be null");
		this.servers = new RedisServers(factory);
		if (!this.servers.areCommandsSentOnce()) {
			logger.warn("The connections to Redis at {} may send a command again after a reconnect: an invalidation "
					+ "may remove responses that were stored later, and an old response may replace a newer one. Set "
					+ "'disconnectedBehavior' of Lettuce's client options to REJECT_COMMANDS.", this.servers);
		}
		this.storage = new RedisStorage(this.servers, settings);
		this.sizeInterval = sizeInterval;
		this.measured = System.nanoTime() - sizeInterval.toNanos();
	}

	@Override
	public Optional<StoredResponse> find(CacheKey key) {
		return request(key).find(key);
	}

	@Override
	public void put(CacheKey key, StoredResponse response) {
		request(key).put(key, response);
	}

	@Override
	public ResponseWriter begin(CacheKey key, StoredResponse head) {
		return request(key).begin(key, head);
	}

	@Override
	public void remove(CacheKey key) {
		request(key).remove(key);
	}

	/**
	 * Return this store for one request. What it stores is dropped if the URL has been
	 * invalidated since its first lookup.
	 */
	@Override
	public SharedResponseStore forRequest(String url) {
		return new RedisRequest(this.storage, url, true, this.storage.budget());
	}

	@Override
	public boolean invalidateAll(Set<String> urls) {
		return new RedisRequest(this.storage, "", false, this.storage.budget()).invalidateAll(urls);
	}

	/**
	 * Make the responses of groups unusable, for all machines. A response that was
	 * requested before and is stored afterwards is not found.
	 */
	@Override
	public void removeGroups(Set<CacheGroup> groups) {
		new RedisRequest(this.storage, "", false, this.storage.budget()).removeGroups(groups);
	}

	/**
	 * Return why responses are not read or not stored at present: Redis is unavailable,
	 * or refuses to store.
	 */
	@Override
	public Optional<String> failure() {
		return this.storage.failure();
	}

	@Override
	public Set<CacheKey> keys(String url) {
		return this.storage.scan.keys(url);
	}

	@Override
	public List<CacheKey> recentKeys(int maximum) {
		return this.storage.scan.recentKeys(maximum);
	}

	@Override
	public void clear() {
		removeAll();
	}

	/**
	 * Remove all responses. If Redis does not answer, nothing is read until it has been
	 * done.
	 * @return the number of removed responses, or empty if Redis does not answer
	 */
	@Override
	public OptionalLong removeAll() {
		if (this.storage.closed) {
			return OptionalLong.of(0);
		}
		OptionalLong removed = this.storage.clear();
		this.size = StoreSize.EMPTY;
		return removed;
	}

	/**
	 * End the generations of URLs without stored responses, for all machines. If Redis
	 * does not answer, all responses are removed later.
	 */
	@Override
	public void endUnstored() {
		if (!this.storage.closed) {
			this.storage.endUnstored();
		}
	}

	/**
	 * Return the approximate number and size of the stored responses. They are measured
	 * in the background, at most once a minute, from at most 20,000 keys of Redis, and
	 * include entries that an invalidation has left behind. Unknown until the first
	 * measurement has ended.
	 */
	@Override
	public StoreSize size() {
		if (this.storage.closed) {
			return StoreSize.EMPTY;
		}
		StoreSize known = this.size;
		if (System.nanoTime() - this.measured >= this.sizeInterval.toNanos()
				&& this.measuring.compareAndSet(false, true)) {
			measure();
		}
		return this.sizeInterval.isZero() ? this.size : known;
	}

	/**
	 * Return the statistics of this process. Redis does not report what it evicts.
	 */
	@Override
	public StoreStatistics statistics() {
		return StoreStatistics.of(this.storage.puts.sum(), 0)
			.withLateReplies(this.storage.lookups.total(), this.storage.lookups.share());
	}

	/**
	 * Return the servers, the prefix of the keys and the timeout.
	 */
	@Override
	public String toString() {
		return "Redis at %s, prefix %s, timeout %s".formatted(this.servers, this.storage.settings.prefix,
				this.storage.settings.timeoutText());
	}

	/**
	 * Close the store. The connection factory remains open.
	 */
	@Override
	public void close() {
		this.storage.close();
	}

	private RedisRequest request(CacheKey key) {
		return new RedisRequest(this.storage, key.url(), false, this.storage.budget());
	}

	private void measure() {
		CompletableFuture<StoreSize> result = this.storage.scan.size().toFuture();
		CompletableFuture<?> ended = result.handle((found, ex) -> {
			if (found != null) {
				this.size = found;
			}
			else {
				logger.debug("The size is unknown", ex);
			}
			this.measured = System.nanoTime();
			this.measuring.set(false);
			return null;
		});
		if (this.sizeInterval.isZero()) {
			ended.join();
		}
	}

}
