package dev.hyperclient.docs.httpcache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * A service that limits the number of requests as GitHub does: a conditional request that
 * is answered with a 304 does not count.
 */
final class RateLimitedService implements AutoCloseable {

	private final HttpServer server;

	private final String cacheControl;

	private final AtomicInteger requests = new AtomicInteger();

	private final AtomicInteger counted = new AtomicInteger();

	RateLimitedService(String cacheControl) {
		this.cacheControl = cacheControl;
		try {
			this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.server.createContext("/repos", this::answer);
		this.server.start();
	}

	String url() {
		return "http://127.0.0.1:" + this.server.getAddress().getPort();
	}

	int requests() {
		return this.requests.get();
	}

	/** Return how many requests count against the limit. */
	int counted() {
		return this.counted.get();
	}

	private void answer(HttpExchange exchange) throws IOException {
		this.requests.incrementAndGet();
		exchange.getResponseHeaders().add("Content-Type", "application/json");
		exchange.getResponseHeaders().add("Cache-Control", this.cacheControl);
		exchange.getResponseHeaders().add("ETag", "\"a\"");
		if ("\"a\"".equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
			exchange.sendResponseHeaders(304, -1);
		}
		else {
			this.counted.incrementAndGet();
			byte[] body = "{\"stargazers_count\": 59000}".getBytes(StandardCharsets.UTF_8);
			exchange.sendResponseHeaders(200, body.length);
			exchange.getResponseBody().write(body);
		}
		exchange.close();
	}

	@Override
	public void close() {
		this.server.stop(0);
	}

}
