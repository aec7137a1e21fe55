package dev.hyperclient.cache.store;

/**
 * The statistics of a store since it was opened, in this process.
 *
 * @param puts the number of responses and indexes of variants that were stored
 * @param evictions the number of responses and indexes that were removed because of a
 * limit
 * @param lateReplies the number of requests whose lookup had no reply in time, so that
 * they found nothing and nothing was stored for them
 * @param lateShare their share of the requests of the last one to two minutes, from 0 to
 * 1; not a number without such requests, or if the store waits for each reply
 */
public record StoreStatistics(long puts, long evictions, long lateReplies, double lateShare) {

	/**
	 * The statistics of a store that does not count.
	 */
	public static final StoreStatistics NONE = new StoreStatistics(0, 0);

	/**
	 * Create the statistics of a store that waits for each reply.
	 * @param puts the number of responses and indexes of variants that were stored
	 * @param evictions the number of responses and indexes that were removed because of a
	 * limit
	 */
	public StoreStatistics(long puts, long evictions) {
		this(puts, evictions, 0, Double.NaN);
	}

}
