package dev.hyperclient.cache.redis.autoconfigure;

import java.util.stream.Stream;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.TimeoutOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceSslClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The connection of the caches, derived from that of the application: with the same
 * servers, credentials and TLS configuration, so that neither waits for the commands of
 * the other. Without a connection, commands fail at once. There is no command timeout of
 * Lettuce, whose timer would keep the content of each command for a while.
 *
 * @param factory the connection factory
 * @param isOwn whether it must be closed
 */
record CacheConnection(ReactiveRedisConnectionFactory factory, boolean isOwn) implements AutoCloseable {

	/**
	 * Derive a connection.
	 * @param application the connection factory of the application
	 * @param derivable whether its configuration can be read. If not, it is used itself
	 */
	static CacheConnection of(ReactiveRedisConnectionFactory application, boolean derivable) {
		if (!derivable || !(application instanceof LettuceConnectionFactory lettuce)) {
			return new CacheConnection(application, false);
		}
		LettuceConnectionFactory derived = new LettuceConnectionFactory(servers(lettuce),
				client(lettuce.getClientConfiguration()));
		// So that the store can replace a connection that no longer answers.
		derived.setShareNativeConnection(false);
		derived.afterPropertiesSet();
		derived.start();
		return new CacheConnection(derived, true);
	}

	@Override
	public void close() {
		if (this.isOwn && this.factory instanceof LettuceConnectionFactory derived) {
			derived.destroy();
		}
	}

	private static RedisConfiguration servers(LettuceConnectionFactory application) {
		return Stream
			.<@Nullable RedisConfiguration>of(application.getClusterConfiguration(),
					application.getSentinelConfiguration(), application.getSocketConfiguration())
			.filter((configuration) -> configuration != null)
			.findFirst()
			.orElse(application.getStandaloneConfiguration());
	}

	private static LettuceClientConfiguration client(LettuceClientConfiguration application) {
		LettuceClientConfigurationBuilder builder = LettuceClientConfiguration.builder();
		if (application.isUseSsl()) {
			LettuceSslClientConfigurationBuilder ssl = builder.useSsl().verifyPeer(application.getVerifyMode());
			builder = (application.isStartTls() ? ssl.startTls() : ssl).and();
		}
		application.getClientResources().ifPresent(builder::clientResources);
		application.getClientName().ifPresent(builder::clientName);
		application.getRedisCredentialsProviderFactory().ifPresent(builder::redisCredentialsProviderFactory);
		ClientOptions options = application.getClientOptions().orElseGet(ClientOptions::create);
		return builder
			.clientOptions(options.mutate()
				.timeoutOptions(TimeoutOptions.create())
				.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
				.build())
			.commandTimeout(application.getCommandTimeout())
			.shutdownTimeout(application.getShutdownTimeout())
			.shutdownQuietPeriod(application.getShutdownQuietPeriod())
			.build();
	}

}
