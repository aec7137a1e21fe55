package dev.hyperclient.autoconfigure;

import java.time.Duration;

import dev.hyperclient.cache.store.ResponseStore;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * Creates stores in the Redis of the application. There is a bean of this type if Spring
 * Data Redis and Lettuce are on the class path and there is one connection factory.
 */
@FunctionalInterface
public interface RedisStoreFactory {

	/**
	 * Create a store, which is closed with the application.
	 * @param name the name of the service, part of the default prefix of the keys
	 * @param properties the properties of Redis
	 * @param maxAge how long a response stays in Redis at most, {@code null} for the
	 * default
	 * @param memory the maximum size of memory in front of Redis, {@code null} for none
	 * @return the store
	 */
	ResponseStore create(String name, HyperClientProperties.Redis properties, @Nullable Duration maxAge,
			@Nullable DataSize memory);

}
