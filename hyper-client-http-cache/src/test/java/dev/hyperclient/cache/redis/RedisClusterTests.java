package dev.hyperclient.cache.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.ResponseWriter;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The store in a cluster of two servers.
 */
class RedisClusterTests {

	private static final int SLOTS = 16384;

	@Test
	void storeWorksInCluster() {
		try (TestRedis one = TestRedis.startAny("--cluster-enabled", "yes");
				TestRedis two = TestRedis.startAny("--cluster-enabled", "yes")) {
			RedisCommands<String, String> first = one.commands();
			RedisCommands<String, String> second = two.commands();
			first.clusterAddSlots(IntStream.range(0, SLOTS / 2).toArray());
			second.clusterAddSlots(IntStream.range(SLOTS / 2, SLOTS).toArray());
			first.clusterMeet("127.0.0.1", two.port());
			Machines.eventually(() -> first.clusterInfo().contains("cluster_state:ok")
					&& second.clusterInfo().contains("cluster_state:ok") && first.clusterNodes().contains("8192-16383")
					&& second.clusterNodes().contains("0-8191"));
			LettuceConnectionFactory factory = new LettuceConnectionFactory(
					new RedisClusterConfiguration(List.of("127.0.0.1:" + one.port(), "127.0.0.1:" + two.port())));
			// As the starter configures it.
			factory.setShareNativeConnection(false);
			factory.afterPropertiesSet();
			factory.start();
			try (ResponseStore store = new RedisResponseStore(factory,
					RedisStoreSettings.defaults().withTimeout(Duration.ofSeconds(10)), Duration.ZERO)) {
				Machines.eventually(() -> store.failure().isEmpty());
				useStore(store);
				assertThat(first.dbsize()).isPositive();
				assertThat(second.dbsize()).isPositive();
				store.clear();
				assertThat(first.dbsize() + second.dbsize()).isZero();
				assertThat(store.failure()).isEmpty();
			}
			finally {
				factory.destroy();
			}
		}
	}

	private static void useStore(ResponseStore store) {
		List<CacheKey> keys = IntStream.range(0, 20)
			.mapToObj((i) -> new CacheKey("http://cookbooks.dev/" + i, "application/json"))
			.toList();
		for (CacheKey key : keys) {
			store.put(key, RedisResponseStoreContract.response("short"));
			try (ResponseWriter writer = store.begin(key, RedisResponseStoreContract.response(""))) {
				writer.write(ByteBuffer.wrap("x".repeat(200_000).getBytes(StandardCharsets.US_ASCII)));
				writer.commit();
			}
			assertThat(RedisResponseStoreContract.body(store, key)).isEqualTo("x".repeat(200_000));
			ResponseStore request = store.forRequest(key.url());
			assertThat(request.find(key)).isPresent();
			assertThat(request.awaitResponse("request")).isFalse();
			request.put(key, RedisResponseStoreContract.response("stored"));
			assertThat(RedisResponseStoreContract.body(store, key)).isEqualTo("stored");
		}
		assertThat(store.size().entries()).isEqualTo(20);
		assertThat(store.recentKeys(100)).containsExactlyInAnyOrderElementsOf(keys);
		assertThat(store.keys(keys.get(0).url())).containsExactly(keys.get(0));
		store.invalidate(keys.get(0).url());
		assertThat(store.find(keys.get(0))).isEmpty();
		store.remove(keys.get(1));
		assertThat(store.find(keys.get(1))).isEmpty();
	}

}
