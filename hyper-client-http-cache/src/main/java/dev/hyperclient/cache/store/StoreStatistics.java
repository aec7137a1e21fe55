package dev.hyperclient.cache.store;

/**
 * What a store has done since it was opened, in this process.
 *
 * @param puts how many responses were stored
 * @param evictions how many were removed because of a limit
 */
public record StoreStatistics(long puts, long evictions) {

	/**
	 * Nothing, or a store that does not count.
	 */
	public static final StoreStatistics NONE = new StoreStatistics(0, 0);

}
