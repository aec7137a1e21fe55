package dev.hyperclient.autoconfigure.httpcache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.net.ssl.SSLContext;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server that counts its requests and answers each of them with their number and
 * credentials. Responses are fresh for an hour; those below {@code /stale} must be
 * validated, and those below {@code /background} may be validated in the background.
 * Those below {@code /grouped} are in the cache group {@code group}.
 * {@code /moved/<status>?<URL>} is a redirect that must not be stored.
 */
public final class CountingServer implements AutoCloseable {

	private final HttpServer server;

	private final List<String> requests = new CopyOnWriteArrayList<>();

	public CountingServer() {
		this(null, InetAddress.getLoopbackAddress());
	}

	/**
	 * Create a server for http.
	 * @param address the address to bind to
	 */
	CountingServer(InetAddress address) {
		this(null, address);
	}

	/**
	 * Create a server for https.
	 * @param tls the certificate
	 */
	public CountingServer(SSLContext tls) {
		this(tls, InetAddress.getLoopbackAddress());
	}

	private CountingServer(@Nullable SSLContext tls, InetAddress bound) {
		InetSocketAddress address = new InetSocketAddress(bound, 0);
		try {
			if (tls != null) {
				HttpsServer https = HttpsServer.create(address, 0);
				https.setHttpsConfigurator(new HttpsConfigurator(tls));
				this.server = https;
			}
			else {
				this.server = HttpServer.create(address, 0);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.server.createContext("/", this::answer);
		this.server.start();
	}

	public String url() {
		String origin = (this.server instanceof HttpsServer) ? "https://localhost:"
				: "http://" + this.server.getAddress().getAddress().getHostAddress() + ":";
		return origin + this.server.getAddress().getPort();
	}

	/** Return the requests so far, each as method and path. */
	public List<String> requests() {
		return this.requests;
	}

	private void answer(HttpExchange exchange) throws IOException {
		String path = exchange.getRequestURI().toString();
		this.requests.add(exchange.getRequestMethod() + " " + path);
		exchange.getRequestBody().readAllBytes();
		if (path.startsWith("/moved/")) {
			exchange.getResponseHeaders().add("Cache-Control", "no-store");
			exchange.getResponseHeaders()
				.add("Location", Objects.requireNonNullElse(exchange.getRequestURI().getQuery(), path));
			exchange.sendResponseHeaders(Integer.parseInt(path.substring(7, 10)), -1);
			exchange.close();
			return;
		}
		exchange.getResponseHeaders().add("Content-Type", "text/plain");
		exchange.getResponseHeaders().add("ETag", "\"1\"");
		exchange.getResponseHeaders().add("Cache-Control", cacheControl(path));
		if (path.startsWith("/grouped")) {
			exchange.getResponseHeaders().add("Cache-Groups", "\"group\"");
		}
		if ("\"1\"".equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
			exchange.sendResponseHeaders(304, -1);
		}
		else {
			String user = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization")).orElse("nobody");
			byte[] body = "%d for %s".formatted(this.requests.size(), user).getBytes(StandardCharsets.UTF_8);
			exchange.sendResponseHeaders(200, body.length);
			exchange.getResponseBody().write(body);
		}
		exchange.close();
	}

	private static String cacheControl(String path) {
		if (path.startsWith("/background")) {
			return "max-age=0, stale-while-revalidate=3600";
		}
		return path.startsWith("/stale") ? "no-cache" : "private, max-age=3600";
	}

	@Override
	public void close() {
		this.server.stop(0);
	}

}
