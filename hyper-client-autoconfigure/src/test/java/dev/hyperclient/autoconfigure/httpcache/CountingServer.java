package dev.hyperclient.autoconfigure.httpcache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * An HTTP server that counts its requests and answers each of them with their number and
 * credentials. Responses are fresh for an hour; those below {@code /stale} must be
 * validated, and those below {@code /background} may be validated in the background.
 */
final class CountingServer implements AutoCloseable {

	private final HttpServer server;

	private final List<String> requests = new CopyOnWriteArrayList<>();

	CountingServer() {
		try {
			this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.server.createContext("/", this::answer);
		this.server.start();
	}

	String url() {
		return "http://127.0.0.1:" + this.server.getAddress().getPort();
	}

	/** Return the requests so far, each as method and path. */
	List<String> requests() {
		return this.requests;
	}

	private void answer(HttpExchange exchange) throws IOException {
		String path = exchange.getRequestURI().toString();
		this.requests.add(exchange.getRequestMethod() + " " + path);
		exchange.getRequestBody().readAllBytes();
		exchange.getResponseHeaders().add("Content-Type", "text/plain");
		exchange.getResponseHeaders().add("ETag", "\"1\"");
		exchange.getResponseHeaders().add("Cache-Control", cacheControl(path));
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
