package dev.hyperclient.cache.redis;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import redis.embedded.core.ExecutableProvider;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A real Redis as a child process, without persistence. It ends with the JVM that has
 * started it, also if that is killed.
 */
public final class TestRedis implements AutoCloseable {

	/** The script that starts a server, on a system with a shell. */
	private static final List<String> LAUNCHER = (File.separatorChar == '/') ? List.of("../src/test/sh/end-with-parent")
			: List.of();

	private static final Map<Kind, TestRedis> SHARED = new EnumMap<>(Kind.class);

	private final Path directory;

	private final List<String> command;

	private final int port;

	private final List<LettuceConnectionFactory> factories = new ArrayList<>();

	private Process process;

	private @Nullable RedisClient client;

	private @Nullable StatefulRedisConnection<String, String> connection;

	private TestRedis(Path directory, List<String> command, int port) throws IOException {
		this.directory = directory;
		this.command = command;
		this.port = port;
		this.process = launch();
	}

	/**
	 * Where a server comes from.
	 */
	enum Kind {

		/** Redis 6.2, of the Maven repository; requires libssl 3. */
		EMBEDDED,

		/** Redis of the operating system. */
		INSTALLED;

		private Path executable() throws IOException {
			return (this == EMBEDDED) ? ExecutableProvider.newJarResourceProvider().get().toPath()
					: Path.of("/usr/bin/redis-server");
		}

	}

	/**
	 * Start a server, or skip the test if it cannot be started here.
	 * @param options further options of the command line
	 */
	static TestRedis start(Kind kind, String... options) {
		try {
			Path executable = kind.executable();
			Assumptions.assumeTrue(Files.isExecutable(executable), () -> "There is no " + executable);
			int port = freePort();
			Path directory = Files.createTempDirectory("test-redis-");
			List<String> command = new ArrayList<>(List.of(executable.toString(), "--port", String.valueOf(port),
					"--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", directory.toString()));
			command.addAll(Arrays.asList(options));
			return new TestRedis(directory, command, port);
		}
		catch (IOException ex) {
			return Assumptions.abort("The " + kind + " Redis cannot be started here: " + ex);
		}
	}

	/**
	 * Start the first server that can be started here.
	 */
	public static TestRedis startAny(String... options) {
		return start(any(), options);
	}

	/**
	 * Return the server of this JVM, which is started for its first test. It is not
	 * closed by tests, which leave it as it was but for its keys.
	 */
	static TestRedis shared(Kind kind) {
		synchronized (SHARED) {
			TestRedis present = SHARED.get(kind);
			if (present == null) {
				TestRedis started = start(kind);
				Runtime.getRuntime().addShutdownHook(new Thread(started::close));
				SHARED.put(kind, started);
				return started;
			}
			return present;
		}
	}

	/**
	 * Return the first kind of server that can be started here.
	 */
	static Kind any() {
		return Files.isExecutable(Path.of("/usr/bin/redis-server")) ? Kind.INSTALLED : Kind.EMBEDDED;
	}

	/**
	 * Start a sentinel that alone decides which server is the master, but takes none for
	 * failed before {@link #detectFailures}.
	 * @param master the master, whose replicas are connected already
	 */
	static TestRedis startSentinel(TestRedis master) throws IOException {
		int port = freePort();
		Path directory = Files.createTempDirectory("test-sentinel-");
		Path configuration = Files.write(directory.resolve("sentinel.conf"),
				List.of("port " + port, "bind 127.0.0.1", "dir \"" + directory + "\"",
						"sentinel monitor master 127.0.0.1 " + master.port + " 1",
						"sentinel down-after-milliseconds master 60000"));
		return new TestRedis(directory, List.of(master.command.get(0), configuration.toString(), "--sentinel"), port);
	}

	/**
	 * Let a sentinel replace a master that does not answer. Before, a busy machine must
	 * not be taken for a failure.
	 */
	void detectFailures() throws IOException {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.port)) {
			socket.getOutputStream()
				.write("SENTINEL SET master down-after-milliseconds 300\r\n".getBytes(StandardCharsets.US_ASCII));
			assertThat(new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
				.readLine()).isEqualTo("+OK");
		}
	}

	/**
	 * Return a port that is free and, unlike that of a closed socket, not given to others
	 * meanwhile: connections and servers without a port of their own have higher ones.
	 * The port of a node for other nodes of its cluster, which is 10,000 higher, is free
	 * too.
	 */
	public static int freePort() throws IOException {
		while (true) {
			int port = ThreadLocalRandom.current().nextInt(10_000, 22_000);
			if (isFree(port) && isFree(port + 10_000)) {
				return port;
			}
		}
	}

	private static boolean isFree(int port) throws IOException {
		try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
			return socket.isBound();
		}
		catch (BindException ex) {
			return false;
		}
	}

	public int port() {
		return this.port;
	}

	/**
	 * Return a new connection factory, which is closed with this server.
	 */
	public LettuceConnectionFactory connect() {
		return connect(new RedisStandaloneConfiguration("127.0.0.1", this.port));
	}

	LettuceConnectionFactory connect(RedisStandaloneConfiguration configuration) {
		return connect(factory(configuration));
	}

	/**
	 * Start a connection factory, which is closed with this server.
	 */
	LettuceConnectionFactory connect(LettuceConnectionFactory factory) {
		this.factories.add(start(factory));
		return factory;
	}

	/** As the auto-configuration does. */
	private static LettuceConnectionFactory factory(RedisStandaloneConfiguration configuration) {
		return new LettuceConnectionFactory(configuration,
				LettuceClientConfiguration.builder()
					.clientOptions(ClientOptions.builder()
						.timeoutOptions(TimeoutOptions.create())
						.disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
						.build())
					.build());
	}

	private static LettuceConnectionFactory start(LettuceConnectionFactory factory) {
		factory.setShareNativeConnection(false);
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

	/**
	 * Return commands of another client, which has one connection and repeats a command
	 * whose connection is closed: a sentinel closes those of a server it promotes.
	 */
	public RedisCommands<String, String> commands() {
		StatefulRedisConnection<String, String> present = this.connection;
		if (present == null) {
			this.client = RedisClient.create(RedisURI.builder().withHost("127.0.0.1").withPort(this.port).build());
			present = this.client.connect();
			this.connection = present;
		}
		return present.sync();
	}

	/**
	 * Close all connection factories. What they have sent and the server has not read is
	 * not executed.
	 */
	void disconnect() {
		this.factories.forEach(LettuceConnectionFactory::destroy);
		this.factories.clear();
		commands().clientKill(KillArgs.Builder.typeNormal().skipme());
	}

	/**
	 * Return how many scripts have been run.
	 */
	long scripts() {
		return number("commandstats", "cmdstat_evalsha:calls=");
	}

	/**
	 * Return a number of the statistics of the server, or zero.
	 * @param beginning what precedes it
	 */
	long number(String section, String beginning) {
		return commands().info(section)
			.lines()
			.filter((line) -> line.startsWith(beginning))
			.mapToLong((line) -> Long.parseLong(line.substring(beginning.length()).replaceAll("\\D.*", "")))
			.sum();
	}

	/**
	 * Kill the server.
	 */
	public void kill() throws InterruptedException {
		this.process.destroyForcibly().waitFor();
		if (this.client != null) {
			this.client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
			this.client = null;
			this.connection = null;
		}
	}

	public void restart() throws IOException {
		this.process = launch();
	}

	/**
	 * Let the server answer again, whatever a test has done.
	 */
	void recover() throws Exception {
		if (this.process.isAlive()) {
			resume();
		}
		else {
			restart();
		}
	}

	/**
	 * Stop the process as it is: connections stay open, nothing is answered.
	 */
	public void pause() throws Exception {
		signal("STOP");
	}

	public void resume() throws Exception {
		signal("CONT");
	}

	@Override
	public void close() {
		try {
			if (this.process.isAlive()) {
				resume();
			}
			this.factories.forEach(LettuceConnectionFactory::destroy);
			kill();
			FileSystemUtils.deleteRecursively(this.directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void signal(String name) throws Exception {
		new ProcessBuilder("kill", "-" + name, String.valueOf(this.process.pid())).start().waitFor(5, TimeUnit.SECONDS);
	}

	private Process launch() throws IOException {
		Process started = new ProcessBuilder(Stream.concat(LAUNCHER.stream(), this.command.stream()).toList())
			.redirectErrorStream(true)
			.start();
		BufferedReader output = new BufferedReader(
				new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
		List<String> lines = new ArrayList<>();
		for (String line = output.readLine(); line != null; line = output.readLine()) {
			lines.add(line);
			if (line.contains("Ready to accept connections") || line.contains("+monitor master")) {
				drain(output);
				return started;
			}
		}
		throw new IOException(String.join("\n", lines));
	}

	private static void drain(BufferedReader output) {
		Thread reader = new Thread(() -> {
			try {
				while (output.readLine() != null) {
					// A full pipe would stop the server.
				}
			}
			catch (IOException ex) {
				// The server has been killed.
			}
		}, "test-redis");
		reader.setDaemon(true);
		reader.start();
	}

}
