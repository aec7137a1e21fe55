package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/**
 * A server of the operating system, such as nginx, started as a child process with a
 * configuration in a directory of the test. It ends with this JVM, also if that is
 * killed.
 */
final class ServerProcess implements AutoCloseable {

	private static final List<Path> DIRECTORIES = Stream
		.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin")
		.map(Path::of)
		.toList();

	private static final String LAUNCHER = Path.of("../src/test/sh/end-with-parent").toAbsolutePath().toString();

	private final Process process;

	private ServerProcess(Process process) {
		this.process = process;
	}

	/** Skip the test unless the server is installed. */
	static String installed(String name) {
		List<String> found = DIRECTORIES.stream()
			.map((directory) -> directory.resolve(name))
			.filter(Files::isExecutable)
			.map(Path::toString)
			.toList();
		Assumptions.assumeFalse(found.isEmpty(), () -> name + " is not installed");
		return found.get(0);
	}

	/** Start nginx with the content of the {@code http} block. */
	static ServerProcess nginx(Path directory, int port, String http) {
		String program = installed("nginx");
		Path configuration = write(directory.resolve("nginx.conf"), """
				daemon off;
				master_process off;
				pid nginx.pid;
				error_log error.log;
				events { worker_connections 64; }
				http {
				  client_body_temp_path body;
				  proxy_temp_path proxy;
				  fastcgi_temp_path fastcgi;
				  uwsgi_temp_path uwsgi;
				  scgi_temp_path scgi;
				  log_format connection '$connection $server_protocol $status';
				  access_log access.log connection;
				%s
				}
				""".formatted(http));
		return start(directory, port, program, "-p", directory.toString(), "-e", "error.log", "-c",
				configuration.toString());
	}

	static ServerProcess tinyproxy(Path directory, int port, String settings) {
		String program = installed("tinyproxy");
		Path configuration = write(directory.resolve("tinyproxy.conf"), """
				Listen 127.0.0.1
				Port %d
				Timeout 60
				MaxClients 20
				LogFile "%s"
				LogLevel Info
				%s
				""".formatted(port, directory.resolve("tinyproxy.log"), settings));
		return start(directory, port, program, "-d", "-c", configuration.toString());
	}

	private static ServerProcess start(Path directory, int port, String... command) {
		try {
			Process process = new ProcessBuilder(Stream.concat(Stream.of(LAUNCHER), Stream.of(command)).toList())
				.directory(directory.toFile())
				.redirectErrorStream(true)
				.redirectOutput(directory.resolve("output.log").toFile())
				.start();
			ServerProcess server = new ServerProcess(process);
			try {
				Awaitility.await()
					.atMost(Duration.ofSeconds(20))
					.pollInterval(Duration.ofMillis(10))
					.until(() -> !process.isAlive() || accepts(port));
				if (!process.isAlive()) {
					throw new IllegalStateException(Files.readString(directory.resolve("output.log")));
				}
				return server;
			}
			catch (RuntimeException ex) {
				server.close();
				throw ex;
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static boolean accepts(int port) {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * Return a free port that the system does not give to connections, or to servers
	 * without a port of their own, before it is used: theirs are higher.
	 */
	static int freePort() {
		while (true) {
			int port = ThreadLocalRandom.current().nextInt(22_000, 32_000);
			try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
				return socket.getLocalPort();
			}
			catch (BindException ex) {
				// Another one.
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
	}

	private static Path write(Path file, String text) {
		try {
			return Files.writeString(file, text);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		this.process.destroy();
		this.process.onExit().join();
	}

}
