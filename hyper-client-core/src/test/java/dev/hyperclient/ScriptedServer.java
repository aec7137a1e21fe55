package dev.hyperclient;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * An HTTP server whose responses are written byte by byte in a test, valid or not.
 * Connections are kept alive unless the script closes them. Shared by all tests of
 * hostile and unusual servers, so that the next odd response is one line.
 */
public final class ScriptedServer implements AutoCloseable {

	private final ServerSocket listener;

	private final String scheme;

	private final List<Socket> sockets = new CopyOnWriteArrayList<>();

	private final List<Request> requests = new CopyOnWriteArrayList<>();

	private final CountDownLatch closed = new CountDownLatch(1);

	/**
	 * Start a server on a free port of the loopback interface.
	 * @param script called for each request, by a thread for each connection
	 */
	public ScriptedServer(Script script) {
		this(script, listen(null), "http");
	}

	private ScriptedServer(Script script, ServerSocket listener, String scheme) {
		this.listener = listener;
		this.scheme = scheme;
		start(() -> accept(script));
	}

	/**
	 * Start a server with TLS and a self-signed certificate.
	 * @param script called for each request
	 */
	public static ScriptedServer secure(Script script) {
		return new ScriptedServer(script, listen(selfSigned()), "https");
	}

	private static ServerSocket listen(SSLContext tls) {
		try {
			InetAddress loopback = InetAddress.getLoopbackAddress();
			return (tls != null) ? tls.getServerSocketFactory().createServerSocket(0, 50, loopback)
					: new ServerSocket(0, 50, loopback);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** The certificate of WireMock for localhost. */
	private static SSLContext selfSigned() {
		try (InputStream keys = ScriptedServer.class.getResourceAsStream("/keystore")) {
			KeyStore store = KeyStore.getInstance("JKS");
			store.load(keys, "password".toCharArray());
			KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
			factory.init(store, "password".toCharArray());
			SSLContext context = SSLContext.getInstance("TLS");
			context.init(factory.getKeyManagers(), null, null);
			return context;
		}
		catch (IOException | GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void accept(Script script) {
		try {
			while (true) {
				Socket socket = this.listener.accept();
				this.sockets.add(socket);
				start(() -> serve(socket, script));
			}
		}
		catch (IOException ex) {
			// Closed.
		}
	}

	private void serve(Socket socket, Script script) {
		try (socket) {
			Connection connection = new Connection(socket);
			Request request = connection.read();
			while (request != null) {
				this.requests.add(request);
				script.respond(request, connection);
				request = socket.isClosed() ? null : connection.read();
			}
		}
		catch (IOException | InterruptedException ex) {
			// The client went away, or the test is over.
		}
	}

	private static void start(Runnable work) {
		Thread thread = new Thread(work, "scripted-server");
		thread.setDaemon(true);
		thread.start();
	}

	public int port() {
		return this.listener.getLocalPort();
	}

	public String url() {
		return "%s://localhost:%d".formatted(this.scheme, port());
	}

	/** All requests so far, in the order in which they were read. */
	public List<Request> requests() {
		return this.requests;
	}

	/** Return the number of accepted connections. */
	public int connections() {
		return this.sockets.size();
	}

	@Override
	public void close() {
		this.closed.countDown();
		try {
			this.listener.close();
			for (Socket socket : this.sockets) {
				socket.close();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Handles a request. */
	@FunctionalInterface
	public interface Script {

		void respond(Request request, Connection connection) throws IOException, InterruptedException;

	}

	/**
	 * A request as it was read.
	 *
	 * @param headers the header fields; names do not depend on case, of several values
	 * the last one counts
	 */
	public record Request(String method, String target, Map<String, String> headers, String body) {

		/** Whether the request has that method and target. */
		public boolean is(String method, String target) {
			return this.method.equals(method) && this.target.equals(target);
		}

	}

	/** The server side of a connection. */
	public final class Connection {

		private final Socket socket;

		private final InputStream in;

		private final OutputStream out;

		private Connection(Socket socket) throws IOException {
			this.socket = socket;
			socket.setTcpNoDelay(true);
			this.in = new BufferedInputStream(socket.getInputStream());
			this.out = socket.getOutputStream();
		}

		/** Send bytes at once, given as ISO-8859-1. */
		public Connection send(String bytes) throws IOException {
			return send(bytes.getBytes(StandardCharsets.ISO_8859_1));
		}

		public Connection send(byte[] bytes) throws IOException {
			this.out.write(bytes);
			this.out.flush();
			return this;
		}

		/** Send lines and an empty one. */
		public Connection head(String... lines) throws IOException {
			return send(String.join("\r\n", lines) + "\r\n\r\n");
		}

		/** Send a whole response; a length is added. */
		public Connection respond(int status, String headers, String body) throws IOException {
			byte[] content = body.getBytes(StandardCharsets.UTF_8);
			String separator = headers.isEmpty() ? "" : "\r\n";
			return send("HTTP/1.1 %d Text\r\n%s%sContent-Length: %d\r\n\r\n".formatted(status, headers, separator,
					content.length))
				.send(content);
		}

		/**
		 * Wait as long as two packets must be apart to be read one by one: a pace of the
		 * wire, not of the test.
		 */
		public Connection pause() throws InterruptedException, IOException {
			if (ScriptedServer.this.closed.await(10, TimeUnit.MILLISECONDS)) {
				throw new IOException("Closed");
			}
			return this;
		}

		/** Whether the client has sent more than was read. */
		public boolean hasInput() throws IOException {
			return this.in.available() > 0;
		}

		/** Send nothing until the test ends. */
		public void hang() throws InterruptedException {
			ScriptedServer.this.closed.await();
		}

		/** The port of the server. */
		public int port() {
			return ScriptedServer.this.port();
		}

		public boolean isSecure() {
			return this.socket instanceof SSLSocket;
		}

		/** Wait until the client closes the connection; what it sends is dropped. */
		public void awaitEnd() throws IOException {
			this.in.transferTo(OutputStream.nullOutputStream());
		}

		public void close() throws IOException {
			this.socket.close();
		}

		/** Close so that the client sees "connection reset". */
		public void reset() throws IOException {
			this.socket.setSoLinger(true, 0);
			this.socket.close();
		}

		/** Connect the client with another server, as a proxy does. */
		public void tunnelTo(int port) throws IOException {
			Socket target = new Socket(InetAddress.getLoopbackAddress(), port);
			ScriptedServer.this.sockets.add(target);
			start(() -> copy(target, this.socket));
			target.getOutputStream().flush();
			this.in.transferTo(target.getOutputStream());
		}

		private static void copy(Socket from, Socket to) {
			try (from; to) {
				from.getInputStream().transferTo(to.getOutputStream());
			}
			catch (IOException ex) {
				// Closed.
			}
		}

		private Request read() throws IOException {
			String requestLine = line();
			if (requestLine == null) {
				return null;
			}
			String[] parts = requestLine.split(" ");
			Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
			for (String line = line(); line != null && !line.isEmpty(); line = line()) {
				int colon = line.indexOf(':');
				headers.put(line.substring(0, colon), line.substring(colon + 1).trim());
			}
			return new Request(parts[0], parts[1], headers, body(headers));
		}

		private String body(Map<String, String> headers) throws IOException {
			ByteArrayOutputStream body = new ByteArrayOutputStream();
			if (headers.getOrDefault("Transfer-Encoding", "").toLowerCase(Locale.ROOT).equals("chunked")) {
				for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
					body.write(this.in.readNBytes(size));
					line();
				}
				line();
			}
			else {
				body.write(this.in.readNBytes(Integer.parseInt(headers.getOrDefault("Content-Length", "0"))));
			}
			return body.toString(StandardCharsets.UTF_8);
		}

		private String line() throws IOException {
			ByteArrayOutputStream line = new ByteArrayOutputStream();
			for (int c = this.in.read(); c != '\n'; c = this.in.read()) {
				if (c < 0) {
					return null;
				}
				if (c != '\r') {
					line.write(c);
				}
			}
			return line.toString(StandardCharsets.ISO_8859_1);
		}

	}

}
