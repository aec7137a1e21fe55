package dev.hyperclient.cache.store;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Stores one response for each key.
 * <p>
 * A change is atomic: {@link #find} returns the new response, a newer one or none after
 * {@link #put} has returned, and the old or the new one, never a mixture, while
 * {@code put} is running. A response that was found does not change when the store
 * changes; content that is not in memory must be {@link StoredBody#snapshot() held} for
 * that. If two writers store a response for one key, the later one wins. A store may be
 * shared with other threads and, depending on its medium, with other processes; none of
 * them waits for another.
 * <p>
 * A stored response may be removed at any time. An unreadable response is absent.
 * Operations do not throw: failures of the medium are logged and have the effect of an
 * empty store.
 * <p>
 * Implementations are thread-safe and may block for input and output. They contain no
 * credentials of requests, but may contain cookies of responses, so only the owner should
 * be able to read them.
 */
public interface ResponseStore extends AutoCloseable {

	/**
	 * Return the response of a key.
	 * @param key the key
	 * @return the stored response, or empty if there is no readable one
	 */
	Optional<StoredResponse> find(CacheKey key);

	/**
	 * Store a response, in place of an older one. May have no effect, in which case the
	 * older one may remain or be removed.
	 * @param key the key
	 * @param response the response
	 */
	void put(CacheKey key, StoredResponse response);

	/**
	 * Begin to store a response whose content is written in parts, in place of an older
	 * one. The default implementation collects the content in memory.
	 * @param key the key
	 * @param head the response without its content; its {@code Content-Length} is ignored
	 * @return the writer of the content
	 */
	default ResponseWriter begin(CacheKey key, StoredResponse head) {
		return new BufferedResponseWriter(this, key, head);
	}

	/**
	 * Remove the response of a key, if there is one.
	 * @param key the key
	 */
	void remove(CacheKey key);

	/**
	 * Make the responses in the given groups unusable (RFC 9875) for this process, at the
	 * latest when this method returns. Responses that are stored later remain. The
	 * default implementation searches the responses of the {@link #recentKeys recent
	 * keys}, so it reads the whole store.
	 * @param groups the groups
	 */
	default void removeGroups(Set<CacheGroup> groups) {
		for (CacheKey key : recentKeys(Integer.MAX_VALUE)) {
			find(key).filter((response) -> !Collections.disjoint(CacheGroup.of(key, response), groups))
				.ifPresent((response) -> remove(key));
		}
	}

	/**
	 * Return the keys of a URL, for all media types. For administration: may read the
	 * whole store.
	 * @param url the normalised URL, as in {@link CacheKey#url()}
	 * @return the keys, possibly none
	 */
	Set<CacheKey> keys(String url);

	/**
	 * Return the keys of the most recently stored or used responses. For administration:
	 * may read the whole store. Responses whose key is not stored with them, for instance
	 * by other clients, may be missing. The default implementation returns none.
	 * @param maximum the maximum number of keys
	 * @return the keys, the most recent one first
	 */
	default List<CacheKey> recentKeys(int maximum) {
		return List.of();
	}

	/**
	 * Remove all responses and temporary data of this store, but nothing else from its
	 * medium. A response that is stored meanwhile may remain.
	 */
	void clear();

	/**
	 * {@linkplain #clear() Remove all responses}, and count them. The default
	 * implementation returns the {@linkplain #size() size} before the removal.
	 * @return the approximate number of removed responses, or empty if it is unknown
	 */
	default OptionalLong removeAll() {
		StoreSize before = size();
		clear();
		return before.isKnown() ? OptionalLong.of(before.entries()) : OptionalLong.empty();
	}

	/**
	 * Return the size of the store. May be called every few seconds. Changes of other
	 * processes may be included later.
	 * @return the approximate size, possibly {@link StoreSize#UNKNOWN unknown}
	 */
	StoreSize size();

	/**
	 * Return the reason why the store is empty or stores nothing at present, if its
	 * medium fails. The default implementation returns none.
	 * @return the reason without secrets, or empty while the store works
	 */
	default Optional<String> failure() {
		return Optional.empty();
	}

	/**
	 * Return the statistics of this store. The default implementation does not count.
	 * @return the counts since it was opened
	 */
	default StoreStatistics statistics() {
		return StoreStatistics.NONE;
	}

	/**
	 * Close this store. Durably stored responses remain in the medium. A closed store is
	 * empty and stores nothing. Closing twice has no effect.
	 */
	@Override
	void close();

}
