package dev.hyperclient.cache.store;

/**
 * The size of a store. Immutable.
 */
public sealed interface StoreSize {

	/**
	 * The size of an empty store.
	 */
	StoreSize EMPTY = of(0, 0);

	/**
	 * A size that has not been measured yet. Equals {@link #EMPTY}, so that it counts as
	 * zero where a number is needed.
	 */
	StoreSize UNKNOWN = of(0, 0);

	/**
	 * Create a size.
	 * @param entries the number of stored responses and indexes
	 * @param bytes their approximate size
	 * @return the size
	 */
	static StoreSize of(long entries, long bytes) {
		return new DefaultStoreSize(entries, bytes);
	}

	/**
	 * Return the number of stored responses, and of the indexes of variants: there is one
	 * for each URL with several variants (RFC 9111, 4.1), unless the cache stores one
	 * response for each media type.
	 * @return the number
	 */
	long entries();

	/**
	 * Return the approximate size of the entries, with header fields.
	 * @return the size in bytes
	 */
	long bytes();

	/**
	 * Whether the size has been measured.
	 * @return false for {@link #UNKNOWN}
	 */
	default boolean isKnown() {
		return this != UNKNOWN;
	}

}

record DefaultStoreSize(long entries, long bytes) implements StoreSize {

}
