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
import dev.hyperclient.cache.store.SharedResponseStore;
import dev.hyperclient.cache.store.StoredResponse;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The store in a cluster of two masters.
 */
class RedisClusterTests {

	private static final int SLOTS = 16384;

	private static final RedisStoreSettings SETTINGS = RedisStoreSettings.defaults()
		.withTimeout(Duration.ofMillis(400));

	private static final String[] OPTIONS = { "--cluster-enabled", "yes", "--cluster-node-timeout", "60000",
			"--repl-diskless-sync-delay", "0" };

	private TestRedis one;

	private TestRedis two;

	private LettuceConnectionFactory factory;

	@BeforeEach
	void startCluster() {
		this.one = TestRedis.startAny(OPTIONS);
		this.two = TestRedis.startAny(OPTIONS);
		RedisCommands<String, String> first = this.one.commands();
		RedisCommands<String, String> second = this.two.commands();
		first.clusterAddSlots(IntStream.range(0, SLOTS / 2).toArray());
		second.clusterAddSlots(IntStream.range(SLOTS / 2, SLOTS).toArray());
		first.clusterMeet("127.0.0.1", this.two.port());
		Machines.eventually(() -> isOk(first) && isOk(second) && first.clusterNodes().contains("8192-16383")
				&& second.clusterNodes().contains("0-8191"));
	}

	@AfterEach
	void stopCluster() {
		this.two.close();
		this.one.close();
	}

	@Test
	void storeWorksInCluster() {
		connect();
		try (SharedResponseStore store = new RedisResponseStore(this.factory,
				SETTINGS.withTimeout(Duration.ofSeconds(10)), Duration.ZERO)) {
			Machines.eventually(() -> store.failure().isEmpty());
			useStore(store);
			RedisCommands<String, String> first = this.one.commands();
			RedisCommands<String, String> second = this.two.commands();
			assertThat(first.dbsize()).isPositive();
			assertThat(second.dbsize()).isPositive();
			store.clear();
			assertThat(first.dbsize() + second.dbsize()).isZero();
			assertThat(store.failure()).isEmpty();
		}
	}

	@Test
	void groupContainsResponsesInAllSlots() {
		connect();
		RedisStoreSettings patient = SETTINGS.withTimeout(Duration.ofSeconds(10));
		HttpHeaders headers = new HttpHeaders();
		headers.set("Cache-Groups", "\"recipes\", \"lists\"");
		StoredResponse response = new StoredResponse(200, headers, new byte[4], Map.of(), null, null);
		List<CacheKey> keys = Stream.of(keys(0, SLOTS / 2), keys(SLOTS / 2, SLOTS)).flatMap(List::stream).toList();
		try (SharedResponseStore store = new RedisResponseStore(this.factory, patient);
				SharedResponseStore other = new RedisResponseStore(this.factory, patient)) {
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
		try (TestRedis replica = startReplica()) {
			connect();
			CacheKey key = keys(0, SLOTS).get(0);
			try (SharedResponseStore former = new RedisResponseStore(this.factory, SETTINGS)) {
				Machines.eventually(() -> isStored(former, key));
				replica.pause();
				assertThat(former.keys(key.url())).containsExactly(key);
				assertThat(isStored(former, key)).isTrue();
				assertThat(former.failure()).isEmpty();
			}
			try (SharedResponseStore later = new RedisResponseStore(this.factory, SETTINGS)) {
				Machines.eventually(() -> isStored(later, key));
				assertThat(later.failure()).isEmpty();
			}
		}
	}

	@Test
	void pausedMasterConcernsItsSlotsUntilItsReplicaIsPromoted() throws Exception {
		try (TestRedis replica = startReplica(); RedisLog log = new RedisLog()) {
			connect();
			List<CacheKey> others = keys(0, SLOTS / 2);
			List<CacheKey> concerned = keys(SLOTS / 2, SLOTS);
			try (SharedResponseStore store = new RedisResponseStore(this.factory, SETTINGS)) {
				Machines.eventually(() -> isStored(store, others.get(0)) && isStored(store, concerned.get(0)));
				this.two.pause();
				for (int i = 1; i < 20; i++) {
					assertThat(isStored(store, concerned.get(i))).isFalse();
					assertThat(isStored(store, others.get(i))).isTrue();
				}
				assertThat(store.failure()).get().asString().contains("127.0.0.1:" + this.two.port());
				replica.commands().clusterFailover(false, true);
				Machines.eventually(() -> isStored(store, concerned.get(0)));
				Machines.eventually(() -> store.failure().isEmpty());
				assertThat(isStored(store, others.get(0))).isTrue();
				Machines.eventually(() -> !log.messages(Level.INFO).isEmpty());
				assertThat(log.messages(Level.WARN)).hasSize(1).first().asString().contains("prefix hyper-client");
			}
		}
	}

	@Test
	void leasesOfOtherNodesAreRenewedWhileOneIsPaused() throws Exception {
		connect();
		List<CacheKey> others = keys(0, SLOTS / 2).subList(0, 5);
		List<CacheKey> concerned = keys(SLOTS / 2, SLOTS).subList(0, 6);
		try (SharedResponseStore store = new RedisResponseStore(this.factory, SETTINGS)) {
			Machines.eventually(() -> isStored(store, others.get(0)) && isStored(store, concerned.get(0)));
			others.forEach((key) -> takeLease(store, key));
			concerned.forEach((key) -> takeLease(store, key));
			this.two.pause();
			assertThat(isStored(store, concerned.get(0))).isFalse();
			Machines.eventually(() -> store.failure().isPresent());
			RedisCommands<String, String> first = this.one.commands();
			List<String> leases = first.keys("*:l:*");
			assertThat(leases).hasSameSizeAs(others);
			long old = RedisLeases.TIME.toMillis() * 3 / 4;
			Machines.eventually(() -> leases.stream().allMatch((lease) -> first.pttl(lease) < old));
			Machines.eventually(() -> leases.stream().allMatch((lease) -> first.pttl(lease) > old));
		}
	}

	/** Start a replica of the second server. */
	private TestRedis startReplica() {
		TestRedis replica = TestRedis.startAny(OPTIONS);
		RedisCommands<String, String> commands = replica.commands();
		commands.clusterMeet("127.0.0.1", this.two.port());
		Machines.eventually(() -> isOk(commands) && commands.clusterNodes().contains("8192-16383"));
		Machines.eventually(() -> commands.clusterReplicate(this.two.commands().clusterMyId()).equals("OK"));
		Machines.eventually(() -> commands.info("replication").contains("master_link_status:up")
				&& this.one.commands().clusterNodes().contains("slave"));
		return replica;
	}

	private void connect() {
		LettuceClientConfiguration client = LettuceClientConfiguration.builder()
			.commandTimeout(Duration.ofMillis(500))
			.build();
		this.factory = this.one.connect(new LettuceConnectionFactory(
				new RedisClusterConfiguration(List.of("127.0.0.1:" + this.one.port(), "127.0.0.1:" + this.two.port())),
				client));
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

	private static void takeLease(SharedResponseStore store, CacheKey key) {
		SharedResponseStore request = store.forRequest(key.url());
		request.find(key);
		assertThat(request.awaitResponse("request", true)).isFalse();
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
			assertThat(request.awaitResponse("request", false)).isFalse();
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
