package dev.hyperclient.autoconfigure.httpcache;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import com.sun.net.httpserver.HttpExchange;
import dev.hyperclient.fixtures.LocalServer;

/**
 * An HTTP server that counts its requests and answers each of them with their number and
 * credentials. Responses are fresh for an hour; those below {@code /stale} must be
 * validated, and those below {@code /background} may be validated in the background.
 * Those below {@code /grouped} are in the cache group {@code group}.
 * {@code /moved/<status>?<URL>} is a redirect that must not be stored.
 */
public final class CountingServer implements AutoCloseable {

	private final LocalServer server;

	private final String url;

	private final List<String> requests = new CopyOnWriteArrayList<>();

	public CountingServer() {
		this(InetAddress.getLoopbackAddress());
	}

	/**
	 * Create a server.
	 * @param address the address to bind to
	 */
	CountingServer(InetAddress address) {
		this.server = new LocalServer(address, 0, null, this::answer);
		this.url = "http://" + address.getHostAddress() + ":" + this.server.port();
	}

	public String url() {
		return this.url;
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
			LocalServer.respond(exchange, 200, "%d for %s".formatted(this.requests.size(), user));
		}
	}

	private static String cacheControl(String path) {
		if (path.startsWith("/background")) {
			return "max-age=0, stale-while-revalidate=3600";
		}
		return path.startsWith("/stale") ? "no-cache" : "private, max-age=3600";
	}

	@Override
	public void close() {
		this.server.close();
	}

}
