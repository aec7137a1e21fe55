package dev.hyperclient.docs.httpcache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * A service with the responses of the guide of the HTTP cache. Counts requests as GitHub
 * does for its limit: a conditional request that is answered with a 304 does not count.
 */
final class ExampleService implements AutoCloseable {

	private final HttpServer server;

	private final AtomicInteger requests = new AtomicInteger();

	private final AtomicInteger counted = new AtomicInteger();

	ExampleService() {
		this(Map.of("ETag", "\"a\""));
	}

	/** Create a service whose repositories have the entity tag and a Cache-Control. */
	ExampleService(String cacheControl) {
		this(Map.of("ETag", "\"a\"", "Cache-Control", cacheControl));
	}

	private ExampleService(Map<String, String> repositories) {
		try {
			this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		add("/repos", repositories, "{\"stargazers_count\": 59000}");
		add("/plain", Map.of(), "{}");
		add("/search", Map.of(), "[\"soup\"]");
		add("/rates", Map.of("Cache-Control", "no-store"), "{\"EUR\": 1}");
		add("/me", Map.of("Cache-Control", "private, max-age=60", "ETag", "\"b\""), "{\"name\": \"Ann\"}");
		add("/any", Map.of("Vary", "*", "ETag", "\"a\""), "{}");
		add("/long", Map.of("ETag", "\"a\""), " ".repeat(2000));
		this.server.createContext("/moved", (exchange) -> {
			exchange.getResponseHeaders().add("Location", "/me");
			exchange.sendResponseHeaders(302, -1);
			exchange.close();
		});
		add("/recipes", Map.of("Cache-Control", "max-age=3600", "Cache-Groups", "\"recipes\""), "[\"Boil.\"]");
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

	private void add(String path, Map<String, String> fields, String content) {
		this.server.createContext(path, (exchange) -> answer(exchange, fields, content));
	}

	private void answer(HttpExchange exchange, Map<String, String> fields, String content) throws IOException {
		this.requests.incrementAndGet();
		exchange.getRequestBody().readAllBytes();
		byte[] body = content.getBytes(StandardCharsets.UTF_8);
		if (!exchange.getRequestMethod().equals("GET")) {
			exchange.getResponseHeaders().add("Cache-Group-Invalidation", "\"recipes\"");
			exchange.sendResponseHeaders(204, -1);
		}
		else {
			exchange.getResponseHeaders().add("Content-Type", "application/json");
			fields.forEach(exchange.getResponseHeaders()::add);
			String tag = fields.getOrDefault("ETag", "");
			if (tag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
				exchange.sendResponseHeaders(304, -1);
			}
			else {
				this.counted.incrementAndGet();
				exchange.sendResponseHeaders(200, body.length);
				exchange.getResponseBody().write(body);
			}
		}
		exchange.close();
	}

	@Override
	public void close() {
		this.server.stop(0);
	}

}
