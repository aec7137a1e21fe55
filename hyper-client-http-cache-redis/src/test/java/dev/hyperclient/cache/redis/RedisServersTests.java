package dev.hyperclient.cache.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
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

	@Test
	void nodesOfAClusterFailOneByOne() {
		try (Cluster cluster = new Cluster()) {
			RedisServers servers = new RedisServers(cluster.factory());
			assertThat(servers.isCluster()).isTrue();
			byte[] one = key(0);
			byte[] two = key(1);
			assertThat(servers.isFailed(one)).isFalse();
			assertThat(servers.add(one, "reason")).isTrue();
			assertThat(servers.isFailed(one)).isTrue();
			assertThat(servers.isFailed(two)).isFalse();
			assertThat(servers.failures()).singleElement().satisfies((failure) -> {
				assertThat(failure.node()).isEqualTo("node0");
				assertThat(failure.reason()).isEqualTo("reason, node host0:7000");
				servers.remove(failure);
			});
			assertThat(servers.failures()).isEmpty();
			assertThat(servers.isFailed(one)).isFalse();
			assertThat(servers.add(key(2), "reason")).isFalse();
		}
	}

	@Test
	void nodesAreRefreshedOneAtATime() {
		try (Cluster cluster = new Cluster()) {
			RedisServers servers = new RedisServers(cluster.factory());
			servers.refresh();
			servers.refresh();
			assertThat(cluster.refreshes).hasSize(1);
			cluster.refreshes.get(0).complete(null);
			servers.refresh();
			assertThat(cluster.refreshes).hasSize(2);
		}
	}

	/** Return a key whose slot is in a third of the slots. */
	private static byte[] key(int third) {
		return IntStream.range(0, 1000)
			.mapToObj((i) -> String.valueOf(i).getBytes(StandardCharsets.US_ASCII))
			.filter((key) -> SlotHash.getSlot(key) / Cluster.SLOTS == third)
			.findFirst()
			.orElseThrow();
	}

	private static String text(RedisConfiguration configuration) {
		return new RedisServers(
				new LettuceConnectionFactory(configuration, LettuceClientConfiguration.defaultConfiguration()))
			.toString();
	}

	/**
	 * A client of a cluster with nodes for two thirds of the slots, which do not exist.
	 */
	private static final class Cluster extends RedisClusterClient {

		static final int SLOTS = SlotHash.SLOT_COUNT / 3 + 1;

		final List<CompletableFuture<Void>> refreshes = new ArrayList<>();

		private final Partitions nodes = new Partitions();

		Cluster() {
			for (int i = 0; i < 2; i++) {
				this.nodes.addPartition(new RedisClusterNode(RedisURI.create("host" + i, 7000 + i), "node" + i, true,
						null, 0, 0, 0, IntStream.range(i * SLOTS, (i + 1) * SLOTS).boxed().toList(), Set.of()));
			}
			this.nodes.updateCache();
		}

		LettuceConnectionFactory factory() {
			return new LettuceConnectionFactory() {

				@Override
				public AbstractRedisClient getNativeClient() {
					return Cluster.this;
				}

			};
		}

		@Override
		public Partitions getPartitions() {
			return this.nodes;
		}

		@Override
		public CompletionStage<Void> refreshPartitionsAsync() {
			this.refreshes.add(new CompletableFuture<>());
			return this.refreshes.get(this.refreshes.size() - 1);
		}

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
