package dev.hyperclient.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import dev.hyperclient.cache.redis.RedisResponseStore;
import dev.hyperclient.cache.redis.RedisStoreSettings;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.TimeoutOptions;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A Redis as a child process, which a shutdown hook of this process ends.
 */
final class RedisServer {

	/** A long timeout, so that a busy machine does not count as an outage. */
	private static final RedisStoreSettings PATIENT = RedisStoreSettings.defaults().withTimeout(Duration.ofSeconds(10));

	private RedisServer() {
	}

	/**
	 * Start a server, and return a store in it that is available.
	 * @throws IllegalStateException if there is no server
	 */
	static RedisResponseStore start(Path directory) throws IOException {
		int port;
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			port = socket.getLocalPort();
		}
		Process server = new ProcessBuilder("redis-server", "--port", String.valueOf(port), "--bind", "127.0.0.1",
				"--save", "", "--dir", directory.toString(), "--logfile", directory.resolve("log").toString())
			.start();
		Runtime.getRuntime().addShutdownHook(new Thread(server::destroyForcibly));
		// As the auto-configuration does.
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration("127.0.0.1", port),
				LettuceClientConfiguration.builder()
					.clientOptions(ClientOptions.builder()
						.timeoutOptions(TimeoutOptions.create())
						.disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
						.build())
					.build());
		factory.setShareNativeConnection(false);
		factory.afterPropertiesSet();
		factory.start();
		RedisResponseStore store = new RedisResponseStore(factory, PATIENT);
		while (store.failure().isPresent()) {
			if (!server.isAlive()) {
				throw new IllegalStateException("redis-server ended with status " + server.exitValue());
			}
			LockSupport.parkNanos(10_000_000);
		}
		return store;
	}

}
