package dev.hyperclient.cache.redis;

import java.util.Collection;
import java.util.stream.Collectors;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;

import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * What connection factories say about themselves.
 */
final class RedisConnections {

	private RedisConnections() {
	}

	/**
	 * Return the configured servers, for messages.
	 */
	static String servers(ReactiveRedisConnectionFactory factory) {
		if (!(factory instanceof LettuceConnectionFactory lettuce)) {
			return "an unknown server";
		}
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

	/**
	 * Whether a command whose connection ends before its reply is never sent again: what
	 * it would do may have been undone meanwhile.
	 */
	static boolean areCommandsSentOnce(ReactiveRedisConnectionFactory factory) {
		if (!(factory instanceof LettuceConnectionFactory lettuce)) {
			return false;
		}
		ClientOptions options = lettuce.getClientConfiguration().getClientOptions().orElseGet(ClientOptions::create);
		return options.getDisconnectedBehavior() == DisconnectedBehavior.REJECT_COMMANDS || (!options.isAutoReconnect()
				&& options.getDisconnectedBehavior() != DisconnectedBehavior.ACCEPT_COMMANDS);
	}

	/**
	 * Whether a factory returns a connection before it is open: not if it shares one.
	 */
	static boolean areOpenedLater(ReactiveRedisConnectionFactory factory) {
		return factory instanceof LettuceConnectionFactory lettuce && !lettuce.getShareNativeConnection();
	}

	private static String nodes(Collection<RedisNode> nodes) {
		return nodes.stream().map((node) -> node.getHost() + ":" + node.getPort()).collect(Collectors.joining(", "));
	}

}
