package dev.hyperclient.cache;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A request that the cache answers.
 */
final class HitTransaction implements CacheTransaction {

	private final TransactionContext context;

	private final CachedResponse cached;

	private final @Nullable CacheTransaction background;

	/**
	 * Create the transaction.
	 * @param background validates a stale response, or {@code null}
	 */
	HitTransaction(TransactionContext context, CachedResponse cached, @Nullable CacheTransaction background) {
		this.context = context;
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
	public CacheStatus status() {
		return this.context.status();
	}

	@Override
	public CacheRequest forwarded() {
		return this.context.request();
	}

	@Override
	public Optional<CachedResponse> complete(CacheResponse response) {
		return Optional.empty();
	}

	@Override
	public void abandon() {
	}

}
