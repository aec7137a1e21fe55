package dev.hyperclient.internal.transaction;

/**
 * A cache, whose engine is known to the adapters of HTTP clients only.
 */
public abstract class CacheHolder {

	final CacheContext context;

	/**
	 * Create a cache.
	 * @param context what its transactions share
	 */
	protected CacheHolder(CacheContext context) {
		this.context = context;
	}

}
