package dev.hyperclient.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;

import dev.hyperclient.cache.redis.RedisResponseStore;
import dev.hyperclient.cache.redis.RedisStoreSettings;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.TimeoutOptions;

import org.springframework.data.redis.connection.RedisServerCommands;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A Redis as a child process, which a shutdown hook of this process ends.
 */
final class RedisServer implements AutoCloseable {

	/** A long timeout, so that a busy machine does not count as an outage. */
	static final RedisStoreSettings PATIENT = RedisStoreSettings.defaults().withTimeout(Duration.ofSeconds(10));

	/** How much memory a full Redis has for connections and responses. */
	private static final long FREE = 600_000;

	private static final Duration AVAILABLE = Duration.ofSeconds(30);

	private final Path directory;

	private final int port;

	private Process process;

	RedisServer(Path directory) throws IOException {
		this.directory = directory;
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			this.port = socket.getLocalPort();
		}
		this.process = launch();
		Runtime.getRuntime().addShutdownHook(new Thread(() -> this.process.destroyForcibly()));
	}

	int port() {
		return this.port;
	}

	/** Return a new store. */
	RedisResponseStore open() {
		return open(connect(), PATIENT);
	}

	/**
	 * Return a new store that is available.
	 * @throws IllegalStateException if it is not within half a minute
	 */
	static RedisResponseStore open(LettuceConnectionFactory factory, RedisStoreSettings settings) {
		RedisResponseStore store = new RedisResponseStore(factory, settings);
		long begin = System.nanoTime();
		for (Optional<String> failure = store.failure(); failure.isPresent(); failure = store.failure()) {
			if (System.nanoTime() - begin > AVAILABLE.toNanos()) {
				throw new IllegalStateException(
						"Redis at port %d is not available: %s".formatted(factory.getPort(), failure.get()));
			}
			LockSupport.parkNanos(1_000_000);
		}
		return store;
	}

	LettuceConnectionFactory connect() {
		return connect(this.port);
	}

	static LettuceConnectionFactory connect(int port) {
		// As the starter configures it.
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
		return factory;
	}

	void start() throws IOException {
		this.process = launch();
	}

	void kill() throws InterruptedException {
		this.process.destroyForcibly().waitFor();
	}

	/**
	 * Leave little memory to the responses.
	 * @param policy what Redis evicts
	 */
	void fill(String policy) {
		LettuceConnectionFactory factory = connect();
		RedisServerCommands commands = factory.getConnection().serverCommands();
		commands.setConfig("maxmemory-policy", policy);
		Properties memory = Objects.requireNonNull(commands.info("memory"));
		long used = Long.parseLong(memory.getProperty("used_memory"));
		commands.setConfig("maxmemory", String.valueOf(used + FREE));
		factory.destroy();
	}

	void signal(String name) throws Exception {
		new ProcessBuilder("kill", "-" + name, String.valueOf(this.process.pid())).start().waitFor();
	}

	private Process launch() throws IOException {
		Process started = new ProcessBuilder("redis-server", "--port", String.valueOf(this.port), "--bind", "127.0.0.1",
				"--save", "", "--dir", this.directory.toString(), "--logfile", this.directory.resolve("log").toString())
			.start();
		while (true) {
			try (Socket socket = new Socket("127.0.0.1", this.port)) {
				return started;
			}
			catch (IOException ex) {
				if (!started.isAlive()) {
					throw new IllegalStateException("redis-server ended with status %d before it listened at port %d"
						.formatted(started.exitValue(), this.port), ex);
				}
				LockSupport.parkNanos(10_000_000);
			}
		}
	}

	@Override
	public void close() throws Exception {
		kill();
	}

}
