package dev.hyperclient.cache;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A request that the cache answers.
 */
final class HitTransaction implements CacheTransaction {

	private final CacheRequest request;

	private final CachedResponse cached;

	private final @Nullable CacheTransaction background;

	/**
	 * Create the transaction.
	 * @param background validates a stale response, or {@code null}
	 */
	HitTransaction(CacheRequest request, CachedResponse cached, @Nullable CacheTransaction background) {
		this.request = request;
		this.cached = cached;
		this.background = background;
	}

	@Override
	public Optional<CachedResponse> cached() {
		return Optional.of(this.cached);
	}

	@Override
	public Optional<CacheTransaction> background() {
		return Optional.ofNullable(this.background);
	}

	@Override
	public CacheRequest forwarded() {
		return this.request;
	}

	@Override
	public Optional<CachedResponse> complete(CacheResponse response) {
		return Optional.empty();
	}

	@Override
	public void abandon() {
	}

}
