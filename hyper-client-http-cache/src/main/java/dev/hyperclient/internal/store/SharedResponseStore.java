package dev.hyperclient.internal.store;

import java.util.Optional;
import java.util.Set;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;

/**
 * A store that processes share whose requests it must know of, to invalidate for all of
 * them, as the one in Redis. Implementations are thread-safe, except for the stores of
 * {@link #forRequest}.
 */
public interface SharedResponseStore extends ResponseStore {

	/**
	 * Return this store for one request to a URL: its first lookup precedes the request,
	 * and responses are not stored through it if another process has invalidated the URL
	 * since. Not thread-safe, and not to be closed.
	 * @param url the normalised URL, as in {@link CacheKey#url()}
	 * @return the store for the request, or this one if processes do not share it
	 */
	SharedResponseStore forRequest(String url);

	/**
	 * Invalidate URLs for all processes: remove their responses for all media types, and
	 * prevent that responses to earlier requests are stored. No URL waits for another if
	 * that is possible. If this is the store {@link #forRequest for one request} to one
	 * of them, the response to that request may be stored nevertheless, unless another
	 * process has invalidated the URL.
	 * @param urls the normalised URLs, as in {@link CacheKey#url()}
	 * @return whether nothing more must be removed; otherwise the cache removes the
	 * responses one by one
	 */
	boolean invalidateAll(Set<String> urls);

	/**
	 * Prevent, for all processes, that responses to requests that are being made are
	 * stored under URLs of which nothing is stored: before an invalidation of many URLs,
	 * which finds the other ones. The default implementation has no effect.
	 */
	default void endUnstored() {
	}

	/**
	 * Return whether responses to the request of a store {@link #forRequest for one
	 * request} may be stored: not if no lookup has had a reply, since an invalidation
	 * would not be noticed. The cache asks between the lookup and the response, and
	 * stores nothing if this is {@code false}. Does not block. The default implementation
	 * returns {@code true}.
	 * @return whether a lookup has had a reply
	 */
	default boolean isLookedUp() {
		return true;
	}

	/**
	 * Return whether a response to the request of a store {@link #forRequest for one
	 * request} can be expected to be stored. Does not block. By default this is so while
	 * there is no {@link #failure}.
	 * @param length the length of its content in bytes, or 0 if it is unknown
	 * @return {@code false} if it is known that nothing will be stored
	 */
	default boolean accepts(long length) {
		return failure().isEmpty();
	}

	/**
	 * Return why the store is empty or stores nothing at present, if its medium fails.
	 * @return the reason without secrets, or empty while the store works
	 */
	@Override
	Optional<String> failure();

}
