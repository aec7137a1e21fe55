package dev.hyperclient.cache.redis;

import dev.hyperclient.cache.store.ResponseStore;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;

import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;

/**
 * Store in Redis, which several machines share. Requires Spring Data Redis and Lettuce.
 * <p>
 * While Redis answers within the timeout, a response that was requested before any
 * machine invalidated its URL is not stored afterwards, and a lookup that begins after an
 * invalidation has returned does not find the removed responses. An invalidation that
 * fails is repeated before this process reads the URL again. If one is lost nevertheless,
 * because this process ends or Redis loses data, a response can be served until it is
 * stale, at most for {@link RedisStoreSettings#withMaxStoredTime}.
 * <p>
 * Keys contain hashes of URLs. Each key has a time to live. A response that Redis has
 * evicted is absent; content is verified before its first byte is returned. Content
 * longer than 64 KiB is stored in parts, and read into a temporary file if it is longer
 * than 256 KiB.
 * <p>
 * Redis delays a request by at most the {@linkplain RedisStoreSettings#withTimeout
 * timeout}, unless it waits, at most 30 seconds, for the response to an equal request. A
 * late reply is a miss. While Redis is unavailable, which is logged once, the store is
 * empty. The first connection is made in the background.
 * <p>
 * Thread-safe. Uses the connection of the factory, which the caller closes after the
 * store.
 */
public final class RedisResponseStore {

	private RedisResponseStore() {
	}

	/**
	 * Create a store. Waits at most three seconds for the first reply.
	 * @param factory the connection factory, of Lettuce: single server, sentinel or
	 * cluster, with connections that {@linkplain DisconnectedBehavior#REJECT_COMMANDS
	 * reject} commands while they are disconnected
	 * @param settings the settings
	 * @return the store. A cache recognizes it, so a store of the application should not
	 * wrap it
	 */
	public static ResponseStore create(ReactiveRedisConnectionFactory factory, RedisStoreSettings settings) {
		return new SharedRedisStore(factory, settings);
	}

}
