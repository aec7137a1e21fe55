package dev.hyperclient.cache.store;

import java.util.Optional;
import java.util.Set;

/**
 * Keeps responses under their keys, one for each.
 * <p>
 * A change is atomic and soon visible: whoever calls {@link #find} after {@link #put} has
 * returned sees the new response, or a newer one, or none; whoever calls it meanwhile
 * sees the old one or the new one, never a mixture. A response that was found stays whole
 * in the caller's hands, whatever happens in the store, but for content that is not in
 * memory: that stays once it is {@link StoredBody#hold() held}. Of two writers the later
 * one wins. A store may be shared with other threads and, if its medium allows, with
 * other processes; no one is made to wait for another.
 * <p>
 * Anything may vanish at any time: nothing is promised but that what is found is what was
 * put. What is unreadable is absent. A store never fails a call: trouble with the medium
 * is logged and otherwise looks like an empty store that forgets.
 * <p>
 * Implementations are thread-safe, may block for input and output, and hold no
 * credentials of requests. A response may bring the cookies that it sets, if the cache is
 * used alone; so nobody but the owner should be able to read what is stored.
 */
public interface ResponseStore extends AutoCloseable {

	/**
	 * The response under a key.
	 * @param key the key
	 * @return the stored response, or empty if there is none that can be read
	 */
	Optional<StoredResponse> find(CacheKey key);

	/**
	 * Stores a response, in place of an older one. May do nothing, in which case the
	 * older one may be there or not.
	 * @param key the key
	 * @param response the response
	 */
	void put(CacheKey key, StoredResponse response);

	/**
	 * Begins to store a response whose content arrives in pieces, in place of an older
	 * one. By default the content is collected in memory.
	 * @param key the key
	 * @param head the response without its content; a length it tells is not believed
	 * @return takes the content
	 */
	default ResponseWriter begin(CacheKey key, StoredResponse head) {
		return new BufferedResponseWriter(this, key, head);
	}

	/**
	 * Removes the response under a key, if there is one.
	 * @param key the key
	 */
	void remove(CacheKey key);

	/**
	 * The keys of what is stored under an address, for all media types. For
	 * administration: it may take as long as reading through the whole store.
	 * @param url the normalised address, as in {@link CacheKey#url()}
	 * @return the keys, possibly none
	 */
	Set<CacheKey> keys(String url);

	/**
	 * Removes all responses, and whatever else this store has left in its medium, but
	 * nothing that belongs to others. A response that is stored meanwhile may stay.
	 */
	void clear();

	/**
	 * How much is stored, to be asked every few seconds. What others add or remove may be
	 * noticed later.
	 * @return the approximate size
	 */
	StoreSize size();

	/**
	 * What this store has done. By default it does not count.
	 * @return the counts since it was opened
	 */
	default StoreStatistics statistics() {
		return StoreStatistics.NONE;
	}

	/**
	 * Ends the use of this store. What was stored durably stays. Afterwards the store
	 * looks empty and keeps nothing. Closing twice has no effect.
	 */
	@Override
	void close();

}
