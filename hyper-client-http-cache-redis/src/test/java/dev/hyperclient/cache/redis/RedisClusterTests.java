package dev.hyperclient.cache.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.internal.store.SharedResponseStore;
import dev.hyperclient.cache.store.StoredResponse;
import io.lettuce.core.KillArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The store in a cluster of two masters and a replica of the second one, which is started
 * once, since each start takes some seconds.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RedisClusterTests {

	private static final int SLOTS = 16384;

	private static final RedisStoreSettings SETTINGS = RedisStoreSettings.defaults()
		.withTimeout(Duration.ofSeconds(10));

	/** For a node that does not answer. */
	private static final RedisStoreSettings HASTY = SETTINGS.withTimeout(Duration.ofMillis(800));

	private static final String[] OPTIONS = { "--cluster-enabled", "yes", "--cluster-node-timeout", "60000",
			"--repl-diskless-sync-delay", "0" };

	private static TestRedis one;

	private static TestRedis two;

	private static TestRedis replica;

	private LettuceConnectionFactory factory;

	@BeforeAll
	static void startCluster() {
		one = TestRedis.startAny(OPTIONS);
		two = TestRedis.startAny(OPTIONS);
		replica = TestRedis.startAny(OPTIONS);
		RedisCommands<String, String> first = one.commands();
		RedisCommands<String, String> second = two.commands();
		RedisCommands<String, String> third = replica.commands();
		first.clusterAddSlots(IntStream.range(0, SLOTS / 2).toArray());
		second.clusterAddSlots(IntStream.range(SLOTS / 2, SLOTS).toArray());
		first.clusterMeet("127.0.0.1", two.port());
		third.clusterMeet("127.0.0.1", two.port());
		Machines.eventually(() -> third.clusterReplicate(second.clusterMyId()).equals("OK"));
		Machines.eventually(() -> Stream.of(first, second, third)
			.allMatch((node) -> isOk(node) && node.clusterNodes().contains("0-8191")
					&& node.clusterNodes().contains("8192-16383") && node.clusterNodes().contains("slave")));
		Machines.eventually(() -> third.info("replication").contains("master_link_status:up"));
	}

	@AfterAll
	static void stopCluster() {
		Stream.of(replica, two, one).filter((node) -> node != null).forEach(TestRedis::close);
		one = null;
		two = null;
		replica = null;
	}

	@BeforeEach
	void connect() {
		for (TestRedis node : List.of(one, two)) {
			// What a paused node has received, it executes no longer.
			node.commands().clientKill(KillArgs.Builder.typeNormal().skipme());
			node.commands().flushall();
		}
		LettuceClientConfiguration client = LettuceClientConfiguration.builder()
			.commandTimeout(Duration.ofMillis(500))
			.build();
		this.factory = one.connect(new LettuceConnectionFactory(
				new RedisClusterConfiguration(List.of("127.0.0.1:" + one.port(), "127.0.0.1:" + two.port())), client));
	}

	@AfterEach
	void disconnect() throws Exception {
		two.resume();
		replica.resume();
		this.factory.destroy();
	}

	@Test
	void storeWorksInCluster() {
		try (SharedResponseStore store = new SharedRedisStore(this.factory, SETTINGS, Duration.ZERO)) {
			Machines.eventually(() -> store.failure().isEmpty());
			useStore(store);
			RedisCommands<String, String> first = one.commands();
			RedisCommands<String, String> second = two.commands();
			assertThat(first.dbsize()).isPositive();
			assertThat(second.dbsize()).isPositive();
			store.clear();
			assertThat(first.dbsize() + second.dbsize()).isZero();
			assertThat(store.failure()).isEmpty();
		}
	}

	@Test
	void groupContainsResponsesInAllSlots() {
		HttpHeaders headers = new HttpHeaders();
		headers.set("Cache-Groups", "\"recipes\", \"lists\"");
		StoredResponse response = StoredResponse.of(200, headers, new byte[4], Map.of(), null, null);
		List<CacheKey> keys = Stream.of(keys(0, SLOTS / 2), keys(SLOTS / 2, SLOTS)).flatMap(List::stream).toList();
		try (SharedResponseStore store = new SharedRedisStore(this.factory, SETTINGS);
				SharedResponseStore other = new SharedRedisStore(this.factory, SETTINGS)) {
			Machines.eventually(() -> store.failure().isEmpty() && other.failure().isEmpty());
			keys.forEach((key) -> store.put(key, response));
			assertThat(keys).allSatisfy((key) -> assertThat(other.find(key)).isPresent());
			other.removeGroups(Set.of(new CacheGroup("http://cookbooks.dev", "lists")));
			assertThat(keys).allSatisfy((key) -> assertThat(store.find(key)).isEmpty());
			keys.forEach((key) -> Machines.eventually(() -> {
				store.put(key, response);
				return other.find(key).isPresent();
			}));
		}
	}

	@Test
	void pausedReplicaDoesNotMatter() throws Exception {
		CacheKey key = keys(SLOTS / 2, SLOTS).get(0);
		try (SharedResponseStore former = new SharedRedisStore(this.factory, HASTY)) {
			Machines.eventually(() -> isStored(former, key));
			replica.pause();
			assertThat(former.keys(key.url())).containsExactly(key);
			assertThat(isStored(former, key)).isTrue();
			assertThat(former.failure()).isEmpty();
		}
		try (SharedResponseStore later = new SharedRedisStore(this.factory, HASTY)) {
			Machines.eventually(() -> isStored(later, key));
			assertThat(later.failure()).isEmpty();
		}
	}

	/** The last one, since the replica remains the master. */
	@Test
	@Order(Integer.MAX_VALUE)
	void pausedMasterConcernsItsSlotsUntilItsReplicaIsPromoted() throws Exception {
		List<CacheKey> others = keys(0, SLOTS / 2);
		List<CacheKey> concerned = keys(SLOTS / 2, SLOTS);
		try (RedisLog log = new RedisLog(); SharedResponseStore store = new SharedRedisStore(this.factory, HASTY)) {
			Machines.eventually(() -> isStored(store, others.get(0)) && isStored(store, concerned.get(0)));
			two.pause();
			for (int i = 1; i < 20; i++) {
				assertThat(isStored(store, concerned.get(i))).isFalse();
				assertThat(isStored(store, others.get(i))).isTrue();
			}
			assertThat(store.failure()).get().asString().contains("127.0.0.1:" + two.port());
			replica.commands().clusterFailover(false, true);
			Machines.eventually(() -> isStored(store, concerned.get(0)));
			Machines.eventually(() -> store.failure().isEmpty());
			assertThat(isStored(store, others.get(0))).isTrue();
			Machines.eventually(() -> !log.messages(Level.INFO).isEmpty());
			assertThat(log.messages(Level.WARN)).hasSize(1).first().asString().contains("prefix hyper-client");
		}
	}

	private static boolean isOk(RedisCommands<String, String> commands) {
		return commands.clusterInfo().contains("cluster_state:ok");
	}

	/** Return keys of URLs whose slots are in a range. */
	private static List<CacheKey> keys(int from, int to) {
		return IntStream.range(0, 1000)
			.mapToObj((i) -> new CacheKey("http://cookbooks.dev/" + i, "any"))
			.filter((key) -> {
				int slot = SlotHash.getSlot(RedisKeys.of("hyper-client", key.url()).url());
				return slot >= from && slot < to;
			})
			.limit(20)
			.toList();
	}

	private static boolean isStored(SharedResponseStore store, CacheKey key) {
		store.put(key, RedisResponseStoreContract.response("text"));
		return store.find(key).isPresent();
	}

	private static void useStore(SharedResponseStore store) {
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
			SharedResponseStore request = store.forRequest(key.url());
			assertThat(request.find(key)).isPresent();
			request.put(key, RedisResponseStoreContract.response("stored"));
			assertThat(RedisResponseStoreContract.body(store, key)).isEqualTo("stored");
		}
		assertThat(store.size().entries()).isEqualTo(20);
		assertThat(store.recentKeys(100)).containsExactlyInAnyOrderElementsOf(keys);
		assertThat(store.keys(keys.get(0).url())).containsExactly(keys.get(0));
		store.invalidateAll(Set.of(keys.get(0).url()));
		assertThat(store.find(keys.get(0))).isEmpty();
		store.remove(keys.get(1));
		assertThat(store.find(keys.get(1))).isEmpty();
	}

}
