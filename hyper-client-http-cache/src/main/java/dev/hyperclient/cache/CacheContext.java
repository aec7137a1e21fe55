package dev.hyperclient.cache;

import java.time.Clock;
import java.time.Instant;
import java.util.function.Supplier;

import dev.hyperclient.cache.store.ResponseStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the transactions of a cache share. Immutable and thread-safe.
 *
 * @param store the store
 * @param variants the stored responses by request
 * @param clock determines freshness
 * @param listener the listener of the cache
 * @param profile the features of RFC 9111 to use
 * @param settings what RFC 9111 leaves open
 * @param invalidationLog the invalidations of the store
 */
record CacheContext(ResponseStore store, VariantStore variants, Clock clock, CacheListener listener,
		CachingProfile profile, CacheSettings settings, InvalidationLog invalidationLog) {

	private static final Logger logger = LoggerFactory.getLogger(CacheContext.class);

	CacheContext(ResponseStore store, Clock clock, CacheListener listener, CachingProfile profile,
			CacheSettings settings, InvalidationLog invalidationLog) {
		this(store, VariantStore.of(store, profile), clock, listener, profile, settings, invalidationLog);
	}

	CacheContext with(Clock other) {
		return new CacheContext(this.store, this.variants, other, this.listener, this.profile, this.settings,
				this.invalidationLog);
	}

	CacheContext with(CacheListener other) {
		return new CacheContext(this.store, this.variants, this.clock, other, this.profile, this.settings,
				this.invalidationLog);
	}

	CacheContext with(CachingProfile other) {
		return new CacheContext(this.store, this.clock, this.listener, other, this.settings, this.invalidationLog);
	}

	CacheContext with(CacheSettings other) {
		return new CacheContext(this.store, this.variants, this.clock, this.listener, this.profile, other,
				this.invalidationLog);
	}

	Instant now() {
		return this.clock.instant();
	}

	Invalidation invalidation() {
		return new Invalidation(this.store, this.invalidationLog);
	}

	/**
	 * Notify the listener of the outcome of a request.
	 * @param savedBytes the length of the content that was not transferred
	 */
	void notifyOutcome(CacheRequest request, CacheOutcome outcome, long savedBytes) {
		notifyListener(() -> {
			this.listener.onOutcome(request, outcome);
			if (savedBytes > 0) {
				this.listener.onSaved(request, savedBytes);
			}
		});
	}

	void notifyDecision(CacheRequest request, Supplier<String> decision) {
		notifyListener(() -> this.listener.onDecision(request, decision));
	}

	void notifyOpen() {
		notifyListener(() -> this.listener.onOpen(this.store));
	}

	void notifyRepeat(CacheRequest request) {
		notifyListener(() -> this.listener.onRepeat(request));
	}

	private static void notifyListener(Runnable notification) {
		try {
			notification.run();
		}
		catch (RuntimeException ex) {
			logger.warn("CacheListener failed; continuing", ex);
		}
	}

}
