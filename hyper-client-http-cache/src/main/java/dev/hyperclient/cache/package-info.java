/**
 * A private HTTP cache (RFC 9111): {@link dev.hyperclient.cache.HttpCache}. Adapters for
 * the clients of Spring are in {@link dev.hyperclient.cache.spring}, stores in
 * {@link dev.hyperclient.cache.store}, and the types that all of them use in
 * {@link dev.hyperclient.cache.api}.
 */
@NullMarked
package dev.hyperclient.cache;

import org.jspecify.annotations.NullMarked;
