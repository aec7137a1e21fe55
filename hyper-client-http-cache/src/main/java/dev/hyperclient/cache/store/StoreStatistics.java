package dev.hyperclient.cache.store;

/**
 * The statistics of a store since it was opened, in this process. Immutable.
 */
public sealed interface StoreStatistics {

	/**
	 * The statistics of a store that does not count.
	 */
	StoreStatistics NONE = of(0, 0);

	/**
	 * Create the statistics of a store that waits for each reply.
	 * @param puts the number of responses and indexes that were stored
	 * @param evictions the number of responses and indexes that were removed because of a
	 * limit
	 * @return the statistics
	 */
	static StoreStatistics of(long puts, long evictions) {
		return new DefaultStoreStatistics(puts, evictions, 0, Double.NaN);
	}

	/**
	 * Return these statistics of a store that does not wait for each reply.
	 * @param replies the number of requests whose lookup had no reply in time
	 * @param share their share of the last requests, from 0 to 1
	 * @return the derived statistics
	 */
	default StoreStatistics withLateReplies(long replies, double share) {
		return new DefaultStoreStatistics(puts(), evictions(), replies, share);
	}

	/**
	 * Return the number of responses and indexes of variants that were stored.
	 * @return the number
	 */
	long puts();

	/**
	 * Return the number of responses and indexes that were removed because of a limit.
	 * @return the number
	 */
	long evictions();

	/**
	 * Return the number of requests whose lookup had no reply in time, so that they found
	 * nothing and nothing was stored for them.
	 * @return the number
	 */
	long lateReplies();

	/**
	 * Return the share of late replies of the requests of the last one to two minutes.
	 * @return the share, from 0 to 1; not a number without such requests, or if the store
	 * waits for each reply
	 */
	double lateShare();

}

record DefaultStoreStatistics(long puts, long evictions, long lateReplies,
		double lateShare) implements StoreStatistics {

}
