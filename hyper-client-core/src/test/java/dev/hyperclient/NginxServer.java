package dev.hyperclient;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Assumptions;

/**
 * An nginx process, as packaged by Debian, with a separate configuration and a free port.
 * It ends with this JVM, also if that is killed.
 */
final class NginxServer implements AutoCloseable {

	private static final Path BINARY = Path.of("/usr/sbin/nginx");

	private static final int ATTEMPTS = 5;

	private final Process process;

	private final String url;

	private NginxServer(Process process, String url) {
		this.process = process;
		this.url = url;
	}

	/**
	 * Start nginx. The test is skipped where it is not installed.
	 * @param directory an existing directory for its configuration and logs
	 * @param listen options of the directive {@code listen}: {@code ssl} or nothing
	 * @param server directives of the server
	 * @return the server, which accepts connections
	 */
	static NginxServer start(Path directory, String listen, String server) throws Exception {
		Assumptions.assumeTrue(Files.isExecutable(BINARY), () -> "There is no " + BINARY);
		for (int attempt = 1;; attempt++) {
			int port = freePort();
			Process process = start(directory, configuration(port, listen, server));
			if (accepts(process, port)) {
				String scheme = listen.contains("ssl") ? "https" : "http";
				return new NginxServer(process, scheme + "://localhost:" + port);
			}
			// Another process may have taken the port.
			if (attempt == ATTEMPTS) {
				throw new IOException("nginx does not start: " + Files.readString(directory.resolve("output.log")));
			}
		}
	}

	private static Process start(Path directory, String configuration) throws IOException {
		Path file = Files.writeString(directory.resolve("nginx.conf"), configuration);
		return new ProcessBuilder("../src/test/sh/end-with-parent", BINARY.toString(), "-p", directory.toString(), "-c",
				file.toString(), "-e", "error.log")
			.redirectErrorStream(true)
			.redirectOutput(directory.resolve("output.log").toFile())
			.start();
	}

	private static String configuration(int port, String listen, String server) {
		return """
				daemon off;
				master_process off;
				pid nginx.pid;
				events {}
				http {
				  access_log access.log;
				  client_body_temp_path body;
				  proxy_temp_path proxy;
				  fastcgi_temp_path fastcgi;
				  uwsgi_temp_path uwsgi;
				  scgi_temp_path scgi;
				  server {
				    listen 127.0.0.1:%s %s;
				    %s
				  }
				}
				""".formatted(port, listen, server);
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	/** Wait for the port while the process runs. */
	private static boolean accepts(Process process, int port) throws InterruptedException {
		do {
			try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
				return process.isAlive() && socket.isConnected();
			}
			catch (IOException ex) {
				// Not yet.
			}
		}
		while (!process.waitFor(10, TimeUnit.MILLISECONDS));
		return false;
	}

	/** Return scheme, host and port, without a trailing slash. */
	String url() {
		return this.url;
	}

	@Override
	public void close() {
		this.process.destroy();
	}

}
