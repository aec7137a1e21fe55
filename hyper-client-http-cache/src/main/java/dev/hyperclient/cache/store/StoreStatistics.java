package dev.hyperclient.cache.store;

/**
 * The statistics of a store since it was opened, in this process.
 *
 * @param puts the number of responses and indexes of variants that were stored
 * @param evictions the number of responses and indexes that were removed because of a
 * limit
 */
public record StoreStatistics(long puts, long evictions) {

	/**
	 * The statistics of a store that does not count.
	 */
	public static final StoreStatistics NONE = new StoreStatistics(0, 0);

}
