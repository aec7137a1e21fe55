package dev.hyperclient.benchmarks.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import dev.hyperclient.cache.redis.RedisResponseStore;
import dev.hyperclient.cache.redis.RedisStoreSettings;
import dev.hyperclient.cache.store.ResponseStore;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.FileSystemUtils;

/**
 * A Redis as a child process, without persistence, which a shutdown hook of this process
 * ends.
 */
public final class RedisServer implements AutoCloseable {

	/** A long timeout, so that a busy machine does not count as an outage. */
	static final RedisStoreSettings PATIENT = RedisStoreSettings.defaults().withTimeout(Duration.ofSeconds(10));

	private static final String HOST = "127.0.0.1";

	private final int port;

	private final Path directory;

	private Process process;

	private @Nullable RedisClient client;

	private @Nullable StatefulRedisConnection<String, String> connection;

	private RedisServer(int port, Path directory) throws IOException {
		this.port = port;
		this.directory = directory;
		this.process = launch();
		Runtime.getRuntime().addShutdownHook(new Thread(this::end));
	}

	/**
	 * Start a server.
	 * @throws IllegalStateException if it ends at once
	 */
	public static RedisServer start() throws IOException {
		int port;
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			port = socket.getLocalPort();
		}
		return new RedisServer(port, Files.createTempDirectory("redis-"));
	}

	/**
	 * Return a new store in this server that is available.
	 */
	public ResponseStore open() {
		return open(PATIENT);
	}

	ResponseStore open(RedisStoreSettings settings) {
		return open(this.port, settings);
	}

	/**
	 * Return a new store that is available in a server that another process has started.
	 */
	static ResponseStore open(int port, RedisStoreSettings settings) {
		ResponseStore store = RedisResponseStore.create(connect(port), settings);
		while (store.failure().isPresent()) {
			LockSupport.parkNanos(10_000_000);
		}
		return store;
	}

	/** As the auto-configuration does. */
	static LettuceConnectionFactory connect(int port) {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(new RedisStandaloneConfiguration(HOST, port),
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

	int port() {
		return this.port;
	}

	/**
	 * Return a directory that is removed with the server.
	 */
	Path directory() {
		return this.directory;
	}

	/**
	 * Return commands of a client with one connection.
	 */
	RedisCommands<String, String> commands() {
		StatefulRedisConnection<String, String> present = this.connection;
		if (present == null) {
			this.client = RedisClient.create(RedisURI.create(HOST, this.port));
			present = this.client.connect();
			this.connection = present;
		}
		return present.sync();
	}

	void kill() throws InterruptedException {
		this.process.destroyForcibly().waitFor();
	}

	/**
	 * Start the server again, without what it had stored.
	 */
	void restart() throws IOException, InterruptedException {
		kill();
		this.process = launch();
	}

	/**
	 * Stop the process as it is: connections stay open, nothing is answered.
	 */
	void pause() throws IOException, InterruptedException {
		signal("STOP");
	}

	void resume() throws IOException, InterruptedException {
		signal("CONT");
	}

	@Override
	public void close() {
		if (this.client != null) {
			this.client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
		}
		end();
	}

	private void end() {
		try {
			this.process.destroyForcibly();
			FileSystemUtils.deleteRecursively(this.directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void signal(String name) throws IOException, InterruptedException {
		new ProcessBuilder("kill", "-" + name, String.valueOf(this.process.pid())).start().waitFor();
	}

	private Process launch() throws IOException {
		Process started = new ProcessBuilder("redis-server", "--port", String.valueOf(this.port), "--bind", HOST,
				"--save", "", "--dir", this.directory.toString())
			.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.start();
		while (!accepts()) {
			if (!started.isAlive()) {
				throw new IllegalStateException("redis-server ended with status " + started.exitValue());
			}
			LockSupport.parkNanos(10_000_000);
		}
		return started;
	}

	private boolean accepts() {
		try (Socket socket = new Socket(HOST, this.port)) {
			return socket.isConnected();
		}
		catch (IOException ex) {
			return false;
		}
	}

}
