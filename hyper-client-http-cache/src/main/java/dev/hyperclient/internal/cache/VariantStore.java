package dev.hyperclient.internal.cache;

import java.util.Optional;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CachingProfile;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredResponse;

/**
 * The stored responses of each URL, under the keys of a {@link ResponseStore}.
 */
interface VariantStore {

	/**
	 * Create the variant store for a profile.
	 */
	static VariantStore of(ResponseStore store, CachingProfile profile, IdentityKey identityKey) {
		return (profile == CachingProfile.RFC_9111) ? new SelectingVariantStore(store, identityKey)
				: new MediaTypeVariantStore(store);
	}

	/**
	 * Return where the responses are kept.
	 */
	ResponseStore store();

	/**
	 * Return the stored response that a request selects, whether or not it may be served.
	 */
	Optional<StoredResponse> find(CacheRequest request);

	/**
	 * Return why {@link #find} has found nothing. May read the store.
	 */
	ForwardReason missReason(CacheRequest request);

	/**
	 * Store the response to a request.
	 */
	void put(CacheRequest request, StoredResponse response);

	/**
	 * Begin to store the response to a request whose content follows.
	 */
	ResponseWriter begin(CacheRequest request, StoredResponse head);

	/**
	 * Remove the response that {@link #find} returns.
	 */
	void remove(CacheRequest request);

	/**
	 * Return the store of partial responses.
	 */
	VariantStore parts();

	/**
	 * One response for each URL and {@code Accept} field.
	 */
	record MediaTypeVariantStore(ResponseStore store) implements VariantStore {

		@Override
		public Optional<StoredResponse> find(CacheRequest request) {
			return this.store.find(Messages.key(request));
		}

		@Override
		public ForwardReason missReason(CacheRequest request) {
			return ForwardReason.MISS;
		}

		@Override
		public void put(CacheRequest request, StoredResponse response) {
			this.store.put(Messages.key(request), response);
		}

		@Override
		public ResponseWriter begin(CacheRequest request, StoredResponse head) {
			return this.store.begin(Messages.key(request), head);
		}

		@Override
		public void remove(CacheRequest request) {
			this.store.remove(Messages.key(request));
		}

		@Override
		public VariantStore parts() {
			throw new IllegalStateException("Partial responses are not stored");
		}

	}

}
