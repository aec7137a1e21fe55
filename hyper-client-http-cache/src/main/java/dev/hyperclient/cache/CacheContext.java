package dev.hyperclient.cache;

import java.time.Clock;
import java.time.Instant;
import java.util.function.Supplier;

import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.SharedResponseStore;

/**
 * What the transactions of a cache share. Immutable and thread-safe.
 *
 * @param store the store
 * @param variants the stored responses by request
 * @param clock determines freshness
 * @param listener the listener of the cache
 * @param profile how much of RFC 9111 to do
 * @param settings what RFC 9111 leaves open
 * @param invalidationLog the invalidations of the store
 * @param identityKey the key of the hashes of identities
 */
record CacheContext(ResponseStore store, VariantStore variants, Clock clock, CacheListener listener,
		CachingProfile profile, CacheSettings settings, InvalidationLog invalidationLog, IdentityKey identityKey) {

	CacheContext(ResponseStore store, Clock clock, CacheListener listener, CachingProfile profile,
			CacheSettings settings, InvalidationLog invalidationLog, IdentityKey identityKey) {
		this(store, VariantStore.of(store, profile, identityKey), clock, listener, profile, settings, invalidationLog,
				identityKey);
	}

	/**
	 * Return this context for one request, with the store's view of it.
	 */
	CacheContext forRequest(CacheRequest request) {
		ResponseStore view = (request.hasKey() && this.store instanceof SharedResponseStore shared)
				? shared.forRequest(request.key().url()) : this.store;
		return (view == this.store) ? this
				: new CacheContext(this.store, VariantStore.of(view, this.profile, this.identityKey), this.clock,
						this.listener, this.profile, this.settings, this.invalidationLog, this.identityKey);
	}

	CacheContext withClock(Clock clock) {
		return new CacheContext(this.store, this.variants, clock, this.listener, this.profile, this.settings,
				this.invalidationLog, this.identityKey);
	}

	CacheContext withListener(CacheListener listener) {
		return new CacheContext(this.store, this.variants, this.clock, listener, this.profile, this.settings,
				this.invalidationLog, this.identityKey);
	}

	CacheContext withProfile(CachingProfile profile) {
		return new CacheContext(this.store, this.clock, this.listener, profile, this.settings, this.invalidationLog,
				this.identityKey);
	}

	CacheContext withSettings(CacheSettings settings) {
		return new CacheContext(this.store, this.variants, this.clock, this.listener, this.profile, settings,
				this.invalidationLog, this.identityKey);
	}

	Instant now() {
		return this.clock.instant();
	}

	Invalidation invalidation() {
		return new Invalidation(this.store, this.invalidationLog);
	}

	/**
	 * Notify the listener of the result of a request.
	 */
	void notifyResult(CacheRequest request, CacheResult result) {
		CacheListeners.notify(this.listener, (notified) -> notified.onResult(request, result));
	}

	void notifyDecision(CacheRequest request, Supplier<String> decision) {
		CacheListeners.notify(this.listener, (notified) -> notified.onDecision(request, decision));
	}

	/**
	 * Notify a listener that it has been set.
	 */
	void notifyOpen(CacheListener opened) {
		CacheListeners.notify(opened, (notified) -> notified.onOpen(this.store));
	}

	void notifyRepeat(CacheRequest request) {
		CacheListeners.notify(this.listener, (notified) -> notified.onRepeat(request));
	}

}
