package dev.hyperclient.benchmarks;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * A reverse proxy whose requests go through a client with a cache, so that a suite of
 * tests for HTTP caches can be run against it. It uses sockets, since an HTTP server
 * would add fields of its own. Each connection carries one exchange.
 */
final class CacheProxy implements Closeable {

	private static final Set<String> REQUEST_CONNECTION = Set.of("host", "content-length", "connection", "keep-alive",
			"proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "expect");

	/**
	 * Fields that {@code Connection} names stay, since a test asks whether the cache has
	 * removed them.
	 */
	private static final Set<String> RESPONSE_CONNECTION = Set.of("connection", "keep-alive", "proxy-connection", "te",
			"trailer", "transfer-encoding", "upgrade");

	private final ServerSocket server;

	private final URI origin;

	private final ProxiedClient client;

	private final ExecutorService threads = Executors.newCachedThreadPool((task) -> {
		Thread thread = new Thread(task);
		thread.setDaemon(true);
		return thread;
	});

	/**
	 * Start a proxy on a free port.
	 * @param origin the base URL of the server behind
	 * @param client sends the requests
	 */
	CacheProxy(URI origin, ProxiedClient client) throws IOException {
		this.origin = origin;
		this.client = client;
		this.server = new ServerSocket(0, 256, InetAddress.getByName("127.0.0.1"));
		this.threads.execute(this::accept);
	}

	URI url() {
		return URI.create("http://127.0.0.1:" + this.server.getLocalPort());
	}

	@Override
	public void close() throws IOException {
		this.server.close();
		this.threads.shutdownNow();
	}

	private void accept() {
		while (!this.server.isClosed()) {
			try {
				Socket socket = this.server.accept();
				this.threads.execute(() -> serve(socket));
			}
			catch (IOException ex) {
				// It is closed.
			}
		}
	}

	private void serve(Socket socket) {
		try (socket) {
			socket.setTcpNoDelay(true);
			InputStream input = new BufferedInputStream(socket.getInputStream());
			String start = line(input);
			if (start == null) {
				return;
			}
			String[] parts = start.split(" ");
			HttpHeaders received = fields(input);
			byte[] body = received.containsHeader(HttpHeaders.TRANSFER_ENCODING) ? chunks(input)
					: input.readNBytes((int) Math.max(0, received.getContentLength()));
			HttpHeaders sent = new HttpHeaders();
			received.forEach((name, values) -> {
				if (!REQUEST_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
					sent.addAll(name, values);
				}
			});
			write(socket, parts[0], exchange(HttpMethod.valueOf(parts[0]), parts[1], sent, body));
		}
		catch (IOException ex) {
			// The suite has closed the connection.
		}
	}

	private ProxiedClient.Response exchange(HttpMethod method, String path, HttpHeaders headers, byte[] body) {
		try {
			return this.client.exchange(method, URI.create(this.origin + path), headers, body);
		}
		catch (Exception ex) {
			HttpHeaders reason = new HttpHeaders();
			reason.set("Proxy-Error", String.valueOf(ex).replaceAll("[\\r\\n]+", " "));
			return new ProxiedClient.Response(502, reason, new byte[0]);
		}
	}

	private static void write(Socket socket, String method, ProxiedClient.Response response) throws IOException {
		StringBuilder head = new StringBuilder("HTTP/1.1 " + response.status() + " -\r\n");
		response.headers().forEach((name, values) -> {
			if (!RESPONSE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
				values.forEach((value) -> head.append(name)
					.append(": ")
					.append(value.replaceAll("[\\r\\n]", " "))
					.append("\r\n"));
			}
		});
		// A body without Content-Length ends with the connection.
		head.append("Connection: close\r\n\r\n");
		ByteArrayOutputStream whole = new ByteArrayOutputStream();
		whole.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
		whole.write(response.body(), 0, bodyLength(method, response));
		socket.getOutputStream().write(whole.toByteArray());
	}

	private static int bodyLength(String method, ProxiedClient.Response response) {
		if (method.equals("HEAD") || response.status() == 204 || response.status() == 304) {
			return 0;
		}
		try {
			long declared = response.headers().getContentLength();
			return (declared >= 0) ? (int) Math.min(declared, response.body().length) : response.body().length;
		}
		catch (NumberFormatException ex) {
			return response.body().length;
		}
	}

	private static HttpHeaders fields(InputStream input) throws IOException {
		HttpHeaders fields = new HttpHeaders();
		for (String line = line(input); line != null && !line.isEmpty(); line = line(input)) {
			int colon = line.indexOf(':');
			fields.add(line.substring(0, colon), line.substring(colon + 1).strip());
		}
		return fields;
	}

	private static byte[] chunks(InputStream input) throws IOException {
		ByteArrayOutputStream content = new ByteArrayOutputStream();
		while (true) {
			String line = line(input);
			if (line == null) {
				throw new EOFException("The body is incomplete");
			}
			int size = Integer.parseInt(line.split(";")[0].strip(), 16);
			if (size == 0) {
				fields(input);
				return content.toByteArray();
			}
			content.write(input.readNBytes(size));
			line(input);
		}
	}

	private static @Nullable String line(InputStream input) throws IOException {
		ByteArrayOutputStream line = new ByteArrayOutputStream();
		int next;
		while ((next = input.read()) != '\n') {
			if (next < 0) {
				return (line.size() == 0) ? null : line.toString(StandardCharsets.ISO_8859_1);
			}
			if (next != '\r') {
				line.write(next);
			}
		}
		return line.toString(StandardCharsets.ISO_8859_1);
	}

}
