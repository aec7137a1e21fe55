package dev.hyperclient.cache.redis;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The servers of a connection factory, and the nodes of a cluster that do not answer, so
 * that calls for the slots of others go on. Thread-safe.
 */
final class RedisServers {

	private static final Logger logger = LoggerFactory.getLogger(RedisServers.class);

	final ReactiveRedisConnectionFactory factory;

	private final Optional<LettuceConnectionFactory> lettuce;

	/** By the id of the node. */
	private final Map<String, Failure> failures = new ConcurrentHashMap<>();

	/** Of the background thread. */
	private CompletableFuture<?> refreshed = CompletableFuture.completedFuture(null);

	RedisServers(ReactiveRedisConnectionFactory factory) {
		this.factory = factory;
		this.lettuce = Optional.of(factory)
			.filter(LettuceConnectionFactory.class::isInstance)
			.map(LettuceConnectionFactory.class::cast);
	}

	/**
	 * A failed call.
	 *
	 * @param key a key of the node
	 */
	record Failure(String node, byte[] key, String reason) {
	}

	/**
	 * Return the configured servers, for messages.
	 */
	@Override
	public String toString() {
		return this.lettuce.map(RedisServers::configured).orElse("an unknown server");
	}

	/**
	 * Whether a command whose connection ends before its reply is never sent again: what
	 * it would do may have been undone meanwhile.
	 */
	boolean areCommandsSentOnce() {
		return this.lettuce.map((lettuce) -> lettuce.getClientConfiguration().getClientOptions())
			.map((options) -> options.orElseGet(ClientOptions::create))
			.filter((options) -> options.getDisconnectedBehavior() == DisconnectedBehavior.REJECT_COMMANDS
					|| (!options.isAutoReconnect()
							&& options.getDisconnectedBehavior() != DisconnectedBehavior.ACCEPT_COMMANDS))
			.isPresent();
	}

	/**
	 * Whether the factory returns a connection before it is open: not if it shares one.
	 */
	boolean areOpenedLater() {
		return this.lettuce.filter((lettuce) -> !lettuce.getShareNativeConnection()).isPresent();
	}

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
		try {
			if (this.refreshed.isDone()) {
				client().ifPresent((client) -> this.refreshed = client.refreshPartitionsAsync().toCompletableFuture());
			}
		}
		catch (RuntimeException ex) {
			logger.trace("The nodes of the cluster are unknown", ex);
		}
	}

	private Optional<RedisClusterNode> node(byte[] key) {
		return client().map((client) -> client.getPartitions().getPartitionBySlot(SlotHash.getSlot(key)));
	}

	private Optional<RedisClusterClient> client() {
		try {
			return this.lettuce.map(LettuceConnectionFactory::getNativeClient)
				.filter(RedisClusterClient.class::isInstance)
				.map(RedisClusterClient.class::cast);
		}
		catch (IllegalStateException ex) {
			logger.trace("The connection factory is stopped", ex);
			return Optional.empty();
		}
	}

	private static String configured(LettuceConnectionFactory lettuce) {
		RedisClusterConfiguration cluster = lettuce.getClusterConfiguration();
		RedisSentinelConfiguration sentinel = lettuce.getSentinelConfiguration();
		RedisSocketConfiguration socket = lettuce.getSocketConfiguration();
		if (cluster != null) {
			return nodes(cluster.getClusterNodes());
		}
		if (sentinel != null) {
			return "the master of " + nodes(sentinel.getSentinels());
		}
		return (socket != null) ? socket.getSocket() : lettuce.getHostName() + ":" + lettuce.getPort();
	}

	private static String nodes(Collection<RedisNode> nodes) {
		return nodes.stream().map((node) -> node.getHost() + ":" + node.getPort()).collect(Collectors.joining(", "));
	}

}
