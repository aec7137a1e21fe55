/**
 * The private HTTP cache: which stored response may answer (the law, as pure values), and
 * who asks whom (the traffic). What is kept where is the business of
 * {@link dev.hyperclient.cache.store}.
 */
@NullMarked
package dev.hyperclient.cache;

import org.jspecify.annotations.NullMarked;
