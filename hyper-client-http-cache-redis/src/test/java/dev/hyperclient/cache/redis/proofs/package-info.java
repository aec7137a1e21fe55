/**
 * Proofs with a real Redis and several JVMs, in the profile {@code redis-proofs}:
 *
 * <pre>
 * mvn -Predis-proofs -pl hyper-client-http-cache-redis -am test -Dtest='*ProofTests'
 * </pre>
 *
 * Each proof prints its figures. The system property {@code redis-proofs.count} changes
 * the number of operations, rounds or busy loops of one.
 */
package dev.hyperclient.cache.redis.proofs;
