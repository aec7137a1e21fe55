package dev.hyperclient.cache.store;

/**
 * The size of a store.
 *
 * @param entries the number of stored responses, and of the indexes of variants: there is
 * one for each URL with several variants (RFC 9111, 4.1), unless the cache stores one
 * response for each media type
 * @param bytes their approximate size, with header fields
 */
public record StoreSize(long entries, long bytes) {

	/**
	 * The size of an empty store.
	 */
	public static final StoreSize EMPTY = new StoreSize(0, 0);

	/**
	 * A size that has not been measured yet. Equals {@link #EMPTY}, so that it counts as
	 * zero where a number is needed.
	 */
	public static final StoreSize UNKNOWN = new StoreSize(0, 0);

	/**
	 * Whether the size has been measured.
	 * @return false for {@link #UNKNOWN}
	 */
	public boolean isKnown() {
		return this != UNKNOWN;
	}

}
