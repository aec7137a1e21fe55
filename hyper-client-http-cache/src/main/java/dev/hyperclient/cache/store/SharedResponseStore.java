package dev.hyperclient.cache.store;

import java.util.Optional;
import java.util.Set;

/**
 * A store that processes share whose requests it must know of: to invalidate for all of
 * them, and to let one request of several equal ones be sent. Implementations are
 * thread-safe, except for the stores of {@link #forRequest}.
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
	 * that is possible.
	 * @param urls the normalised URLs, as in {@link CacheKey#url()}
	 * @return whether nothing more must be removed; otherwise the cache removes the
	 * responses one by one
	 */
	boolean invalidateAll(Set<String> urls);

	/**
	 * Wait while an equal request is sent, by another process or by this one. Only for a
	 * store {@link #forRequest for one request} that has found no response, which then
	 * announces its own request; it ends with {@link #put}, {@link #begin} or
	 * {@link #endRequest}, or soon after its process has ended. The store limits the time
	 * for which it waits. The default implementation does not wait.
	 * @param request what distinguishes the request from others to the same URL; only a
	 * hash of it is stored
	 * @param ownProcess whether to wait for a request of this process as well: not if
	 * equal requests of this process are coalesced anyway
	 * @return whether another request has ended, so that a lookup may find its response
	 */
	default boolean awaitResponse(String request, boolean ownProcess) {
		return false;
	}

	/**
	 * End the request of a store {@link #forRequest for one request} whose response is
	 * not stored. Has no effect otherwise. The default implementation has none.
	 */
	default void endRequest() {
	}

	/**
	 * Return why the store is empty or stores nothing at present, if its medium fails.
	 * @return the reason without secrets, or empty while the store works
	 */
	Optional<String> failure();

}
