package dev.hyperclient.cache.redis.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import dev.hyperclient.autoconfigure.internal.RedisStoreFactory;
import dev.hyperclient.cache.redis.RedisResponseStore;
import dev.hyperclient.cache.redis.RedisStoreSettings;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.internal.redis.TimeoutName;
import dev.hyperclient.internal.store.TieredResponseStore;
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
 * Creates stores with one connection, and closes them before the connection. It is
 * derived from the connection of the application: with the same servers, credentials and
 * TLS configuration, so that neither waits for the commands of the other. Without a
 * connection, commands fail at once. There is no command timeout of Lettuce, whose timer
 * would keep the content of each command for a while.
 */
final class ConnectionRedisStoreFactory implements RedisStoreFactory, AutoCloseable {

	private final ReactiveRedisConnectionFactory application;

	private final boolean derivable;

	private final List<ResponseStore> created = new ArrayList<>();

	private @Nullable LettuceConnectionFactory derived;

	/**
	 * Create a factory.
	 * @param application the connection factory of the application
	 * @param derivable whether its configuration can be read. If not, it is used itself
	 */
	ConnectionRedisStoreFactory(ReactiveRedisConnectionFactory application, boolean derivable) {
		this.application = application;
		this.derivable = derivable;
	}

	@Override
	public synchronized ResponseStore create(Settings settings) {
		RedisStoreSettings limits = RedisStoreSettings.defaults()
			.withPrefix(settings.prefix())
			.withMaxStoredTime(settings.maxStoredTime())
			.withGrace(settings.grace())
			.withMaxBodySize(settings.maxBodySize())
			.withTimeout(settings.timeout());
		ResponseStore redis = RedisResponseStore.create(connection(),
				TimeoutName.named(limits, "'" + settings.timeoutSetting() + "'"));
		ResponseStore store = (settings.memoryTier() != null) ? new TieredResponseStore(redis, settings.memoryTier())
				: redis;
		this.created.add(store);
		return store;
	}

	@Override
	public synchronized void close() {
		this.created.forEach(ResponseStore::close);
		if (this.derived != null) {
			this.derived.destroy();
		}
	}

	/**
	 * Return the connection, which is made with the first store.
	 */
	private ReactiveRedisConnectionFactory connection() {
		if (!this.derivable || !(this.application instanceof LettuceConnectionFactory lettuce)) {
			return this.application;
		}
		LettuceConnectionFactory own = this.derived;
		if (own == null) {
			own = new LettuceConnectionFactory(servers(lettuce), client(lettuce.getClientConfiguration()));
			// So that the store can replace a connection that no longer answers.
			own.setShareNativeConnection(false);
			own.afterPropertiesSet();
			own.start();
			this.derived = own;
		}
		return own;
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
