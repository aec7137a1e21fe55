package dev.hyperclient.autoconfigure.redis;

import dev.hyperclient.cache.redis.RedisStoreSettings;
import dev.hyperclient.cache.store.ResponseStore;
import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

/**
 * Creates stores in the Redis of the application. There is a bean of this type if Spring
 * Data Redis and Lettuce are on the class path and there is a connection factory.
 */
@FunctionalInterface
public interface RedisStoreFactory {

	/**
	 * Create a store, which is closed with the application.
	 * @param settings the settings of the store
	 * @param memory the maximum size of memory in front of Redis, {@code null} for none
	 * @return the store
	 */
	ResponseStore create(RedisStoreSettings settings, @Nullable DataSize memory);

}
