package dev.hyperclient.cache.store;

/**
 * How much a store holds.
 *
 * @param entries the number of stored responses
 * @param bytes what they take, with their header fields; approximate
 */
public record StoreSize(long entries, long bytes) {

	/**
	 * The size of a store that holds nothing.
	 */
	public static final StoreSize EMPTY = new StoreSize(0, 0);

}
