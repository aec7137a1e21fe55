package dev.hyperclient.cache.redis;

import java.util.List;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.ReactiveRedisClusterConnection;
import org.springframework.data.redis.connection.ReactiveRedisConnection;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Properties of the servers that are known before there is a connection.
 */
class RedisServersTests {

	@Test
	void messagesNameTheConfiguredServers() {
		assertThat(text(new RedisStandaloneConfiguration("redis.example.com", 6380)))
			.isEqualTo("redis.example.com:6380");
		assertThat(text(new RedisClusterConfiguration(List.of("one:1", "two:2")))).isIn("one:1, two:2", "two:2, one:1");
		assertThat(text(new RedisSentinelConfiguration().master("main").sentinel("guard", 26379)))
			.isEqualTo("the master of guard:26379");
		assertThat(text(new RedisSocketConfiguration("/run/redis"))).isEqualTo("/run/redis");
		assertThat(new RedisServers(new OtherFactory())).hasToString("an unknown server");
	}

	@ParameterizedTest
	@CsvSource({ "true, REJECT_COMMANDS, true", "true, DEFAULT, false", "true, ACCEPT_COMMANDS, false",
			"false, REJECT_COMMANDS, true", "false, DEFAULT, true", "false, ACCEPT_COMMANDS, false" })
	void commandIsSentOnceIfItIsNotKeptForTheNextConnection(boolean reconnects, DisconnectedBehavior behavior,
			boolean once) {
		ClientOptions options = ClientOptions.builder()
			.autoReconnect(reconnects)
			.disconnectedBehavior(behavior)
			.build();
		RedisServers servers = new RedisServers(new LettuceConnectionFactory(new RedisStandaloneConfiguration(),
				LettuceClientConfiguration.builder().clientOptions(options).build()));
		assertThat(servers.areCommandsSentOnce()).isEqualTo(once);
	}

	@Test
	void nothingIsKnownOfAnotherLibrary() {
		RedisServers servers = new RedisServers(new OtherFactory());
		assertThat(servers.areCommandsSentOnce()).isFalse();
		assertThat(servers.areOpenedLater()).isFalse();
		assertThat(servers.isCluster()).isFalse();
	}

	@Test
	void connectionIsOpenedLaterIfItIsNotShared() {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(new RedisStandaloneConfiguration());
		assertThat(new RedisServers(factory).areOpenedLater()).isFalse();
		factory.setShareNativeConnection(false);
		assertThat(new RedisServers(factory).areOpenedLater()).isTrue();
	}

	@Test
	void failureOfSingleServerIsNotThatOfANode() {
		RedisServers servers = new RedisServers(new LettuceConnectionFactory(new RedisStandaloneConfiguration()));
		byte[] key = new byte[1];
		assertThat(servers.isCluster()).isFalse();
		assertThat(servers.add(key, "reason")).isFalse();
		assertThat(servers.isFailed(key)).isFalse();
		assertThat(servers.failures()).isEmpty();
		servers.refresh();
	}

	private static String text(RedisConfiguration configuration) {
		return new RedisServers(
				new LettuceConnectionFactory(configuration, LettuceClientConfiguration.defaultConfiguration()))
			.toString();
	}

	/** A factory of another library. */
	private static final class OtherFactory implements ReactiveRedisConnectionFactory {

		@Override
		public ReactiveRedisConnection getReactiveConnection() {
			throw new UnsupportedOperationException();
		}

		@Override
		public ReactiveRedisClusterConnection getReactiveClusterConnection() {
			throw new UnsupportedOperationException();
		}

		@Override
		public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException ex) {
			return null;
		}

	}

}
