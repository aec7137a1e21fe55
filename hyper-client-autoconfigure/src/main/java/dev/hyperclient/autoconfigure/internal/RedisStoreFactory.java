package dev.hyperclient.autoconfigure.internal;

import java.time.Duration;

import dev.hyperclient.cache.store.ResponseStore;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.unit.DataSize;

/**
 * Creates stores in the Redis of the application. There is a bean of this type if
 * {@code hyper-client-http-cache-redis} is on the class path and there is a connection
 * factory.
 */
@FunctionalInterface
public interface RedisStoreFactory {

	/**
	 * Create a store, which is closed with the application.
	 * @param settings the settings of the store
	 * @return the store
	 */
	ResponseStore create(Settings settings);

	/**
	 * Return the bean of this type.
	 * @param beans the bean, if there is one
	 * @param property the key of the property that asks for a store in Redis
	 * @return the bean
	 * @throws ConfigurationException if there is none
	 */
	static RedisStoreFactory require(ObjectProvider<RedisStoreFactory> beans, String property) {
		RedisStoreFactory factory = beans.getIfAvailable();
		if (factory == null) {
			throw new ConfigurationException(
					"'%s' is redis, but the application has no connection to Redis".formatted(property),
					"Add the dependency 'dev.hyperclient:hyper-client-http-cache-redis' (with Lettuce) and set 'spring.data.redis.host' or 'spring.data.redis.url', or remove '%s'."
						.formatted(property));
		}
		return factory;
	}

	/**
	 * The settings of a store.
	 *
	 * @param prefix the beginning of all keys
	 * @param maxStoredTime how long a response stays in Redis at most
	 * @param grace how long a response stays in Redis after its freshness lifetime
	 * @param maxBodySize the maximum length of the content of a response
	 * @param timeout how much longer a request may take because of Redis
	 * @param timeoutSetting the property that sets the timeout, for messages
	 * @param memoryTier the maximum size of memory in front of Redis, {@code null} for
	 * none
	 */
	record Settings(String prefix, Duration maxStoredTime, Duration grace, DataSize maxBodySize, Duration timeout,
			String timeoutSetting, @Nullable DataSize memoryTier) {
	}

}
