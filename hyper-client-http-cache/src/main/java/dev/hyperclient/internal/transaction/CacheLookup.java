package dev.hyperclient.internal.transaction;

import dev.hyperclient.internal.policy.CachedResponse;
import org.jspecify.annotations.Nullable;

/**
 * Result of the lookup of a request: a response, or the transaction that forwards the
 * request.
 */
sealed interface CacheLookup permits CacheLookup.Hit, CacheTransaction {

	/**
	 * A request that the cache answers.
	 *
	 * @param response the response
	 * @param background validates the stored response in the background after it has been
	 * served stale (RFC 5861, 3), or {@code null}
	 * @param context the request of the caller, which is forwarded if the content cannot
	 * be read
	 */
	record Hit(CachedResponse response, @Nullable CacheTransaction background,
			TransactionContext context) implements CacheLookup {
	}

}
