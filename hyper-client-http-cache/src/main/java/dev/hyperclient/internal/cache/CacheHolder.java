package dev.hyperclient.internal.cache;

/**
 * A cache, whose engine is known to the adapters of HTTP clients only.
 */
public abstract class CacheHolder {

	private final CacheContext context;

	/**
	 * Create a cache.
	 * @param context what its transactions share
	 */
	protected CacheHolder(CacheContext context) {
		this.context = context;
	}

	/**
	 * Return what the transactions of a cache share.
	 */
	public static CacheContext contextOf(CacheHolder cache) {
		return cache.context;
	}

}
