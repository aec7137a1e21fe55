package com.example;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * A server of two resources: one is fresh for a minute, the other one has to be validated.
 */
final class Server implements AutoCloseable {

	private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);

	private final List<String> sent = new CopyOnWriteArrayList<>();

	Server() throws IOException {
		this.server.createContext("/", this::respond);
		this.server.start();
	}

	private void respond(HttpExchange exchange) throws IOException {
		boolean fresh = exchange.getRequestURI().getPath().equals("/fresh");
		boolean matches = "\"1\"".equals(exchange.getRequestHeaders().getFirst("If-None-Match"));
		int status = matches ? 304 : 200;
		this.sent.add(String.valueOf(status));
		exchange.getResponseHeaders().set("ETag", "\"1\"");
		exchange.getResponseHeaders().set("Cache-Control", fresh ? "max-age=60" : "no-cache");
		exchange.sendResponseHeaders(status, matches ? -1 : 4);
		if (!matches) {
			exchange.getResponseBody().write("text".getBytes());
		}
		exchange.close();
	}

	String url() {
		return "http://localhost:" + this.server.getAddress().getPort();
	}

	/**
	 * Return what the server sent during a call.
	 */
	String sentBy(Supplier<String> call) {
		this.sent.clear();
		String content = call.get();
		if (!"text".equals(content)) {
			throw new IllegalStateException("Received: " + content);
		}
		return this.sent.isEmpty() ? "no request" : String.join(" ", this.sent);
	}

	@Override
	public void close() {
		this.server.stop(0);
	}

}
