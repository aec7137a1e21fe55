package dev.hyperclient.cache.redis.autoconfigure;

import dev.hyperclient.autoconfigure.internal.RedisStoreFactory;
import io.lettuce.core.RedisClient;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;

/**
 * Auto-configuration for caches in the Redis of the application. Connects when the first
 * cache is created.
 */
@AutoConfiguration(after = DataRedisAutoConfiguration.class)
@ConditionalOnClass({ RedisStoreFactory.class, RedisClient.class, DataRedisConnectionDetails.class })
public final class HyperClientRedisAutoConfiguration {

	@Bean
	@ConditionalOnSingleCandidate(ReactiveRedisConnectionFactory.class)
	@ConditionalOnMissingBean(RedisStoreFactory.class)
	ConnectionRedisStoreFactory hyperClientRedisStoreFactory(ReactiveRedisConnectionFactory connections,
			ObjectProvider<DataRedisConnectionDetails> details) {
		// The factory does not return the servers of a static master/replica
		// configuration.
		DataRedisConnectionDetails known = details.getIfUnique();
		boolean derivable = known != null && known.getMasterReplica() == null;
		return new ConnectionRedisStoreFactory(connections, derivable);
	}

	/**
	 * Reports why there is no store.
	 */
	@Bean
	@ConditionalOnBean(ReactiveRedisConnectionFactory.class)
	@ConditionalOnMissingBean(RedisStoreFactory.class)
	RedisStoreFactory hyperClientAmbiguousRedisStoreFactory(ListableBeanFactory beans) {
		return (settings) -> {
			throw new IllegalStateException(
					"A cache is in Redis, but the application has several connection factories, '"
							+ String.join("', '", beans.getBeanNamesForType(ReactiveRedisConnectionFactory.class))
							+ "': mark the one of the caches with @Primary");
		};
	}

}
