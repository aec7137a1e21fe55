package dev.hyperclient.cache.redis;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The nodes of a cluster that do not answer, so that calls for the slots of others go on.
 * Without a cluster there are none. Thread-safe.
 */
final class RedisClusterNodes {

	private static final Logger logger = LoggerFactory.getLogger(RedisClusterNodes.class);

	private final ReactiveRedisConnectionFactory factory;

	/** By the id of the node. */
	private final Map<String, Failure> failures = new ConcurrentHashMap<>();

	private final AtomicBoolean refreshing = new AtomicBoolean();

	RedisClusterNodes(ReactiveRedisConnectionFactory factory) {
		this.factory = factory;
	}

	/**
	 * A failed call.
	 *
	 * @param key a key of the node
	 */
	record Failure(String node, byte[] key, String reason) {
	}

	/**
	 * Whether the factory connects to a cluster.
	 */
	boolean isCluster() {
		return client().isPresent();
	}

	/**
	 * Whether the node that has the slot of a key has failed.
	 */
	boolean isFailed(byte[] key) {
		return !this.failures.isEmpty()
				&& node(key).filter((node) -> this.failures.containsKey(node.getNodeId())).isPresent();
	}

	/**
	 * Remember that the node that has the slot of a key has failed. A slot without a node
	 * is not remembered: calls for it fail at once anyway.
	 * @return whether there is such a node
	 */
	boolean add(byte[] key, String reason) {
		Optional<RedisClusterNode> failed = node(key);
		failed.ifPresent((node) -> this.failures.put(node.getNodeId(), new Failure(node.getNodeId(), key,
				reason + ", node " + node.getUri().getHost() + ":" + node.getUri().getPort())));
		return failed.isPresent();
	}

	void remove(Failure failure) {
		this.failures.remove(failure.node());
	}

	List<Failure> failures() {
		return List.copyOf(this.failures.values());
	}

	/**
	 * Find out in the background which nodes have which slots: another node may have
	 * become the master.
	 */
	void refresh() {
		if (isCluster() && this.refreshing.compareAndSet(false, true)) {
			try {
				client().orElseThrow().refreshPartitionsAsync().whenComplete((done, ex) -> refreshed(ex));
			}
			catch (RuntimeException ex) {
				refreshed(ex);
			}
		}
	}

	private void refreshed(@Nullable Throwable ex) {
		this.refreshing.set(false);
		if (ex != null) {
			logger.trace("The nodes of the cluster are unknown", ex);
		}
	}

	private Optional<RedisClusterNode> node(byte[] key) {
		return client().map((client) -> client.getPartitions().getPartitionBySlot(SlotHash.getSlot(key)));
	}

	private Optional<RedisClusterClient> client() {
		return (this.factory instanceof LettuceConnectionFactory lettuce
				&& lettuce.getNativeClient() instanceof RedisClusterClient client) ? Optional.of(client)
						: Optional.empty();
	}

}
