package dev.hyperclient.autoconfigure.redis;

import dev.hyperclient.autoconfigure.RedisStoreFactory;
import dev.hyperclient.cache.redis.RedisResponseStore;
import io.lettuce.core.RedisClient;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;

/**
 * Auto-configuration for caches in the Redis of the application. Connects when the first
 * cache is created.
 */
@AutoConfiguration(afterName = "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration")
@ConditionalOnClass({ RedisResponseStore.class, ReactiveRedisConnectionFactory.class, RedisClient.class })
@ConditionalOnSingleCandidate(ReactiveRedisConnectionFactory.class)
public final class HyperClientRedisAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(RedisStoreFactory.class)
	ConnectionRedisStoreFactory hyperClientRedisStoreFactory(ReactiveRedisConnectionFactory connections) {
		return new ConnectionRedisStoreFactory(connections);
	}

}
