/**
 * Transactions and their drivers. Begin with {@code BlockingCacheDriver} and
 * {@code CacheTransactions.begin}: a lookup returns a hit or a transaction.
 * {@code ForwardTransaction.decide} decides on the response, {@code TransactionStorage}
 * and {@code VariantStore} read and write, {@code Invalidation} and
 * {@code InvalidationLog} remove. Everything that needs a store, a clock or a thread is
 * here, and no HTTP client. Internal: not for use outside of Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.transaction;

import org.jspecify.annotations.NullMarked;
