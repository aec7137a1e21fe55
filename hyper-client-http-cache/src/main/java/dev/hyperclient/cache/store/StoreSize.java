package dev.hyperclient.cache.store;

/**
 * The size of a store.
 *
 * @param entries the number of stored responses
 * @param bytes their approximate size, with header fields
 */
public record StoreSize(long entries, long bytes) {

	/**
	 * The size of an empty store.
	 */
	public static final StoreSize EMPTY = new StoreSize(0, 0);

}
