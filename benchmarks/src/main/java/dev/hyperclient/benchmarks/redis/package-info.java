/**
 * Proofs of the store in Redis with several JVMs, which need {@code redis-server}:
 *
 * <pre>
 * mvn -Pbenchmarks -DskipTests package
 * benchmarks/redis-proof Consistency
 * </pre>
 *
 * Each one prints its figures, and ends with an error if a limit does not hold. The first
 * argument changes the number of operations, rounds or busy loops.
 */
@NullMarked
package dev.hyperclient.benchmarks.redis;

import org.jspecify.annotations.NullMarked;
