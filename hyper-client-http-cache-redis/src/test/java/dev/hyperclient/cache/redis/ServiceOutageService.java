package dev.hyperclient.cache.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * A service of recipes that can be away in several ways. Its responses have an entity tag
 * and no lifetime.
 */
final class ServiceOutageService implements AutoCloseable {

	private static final String WADL_TYPE = "application/vnd.sun.wadl+xml";

	private static final Pattern INSTRUCTIONS = Pattern.compile("\"instructions\":\\s*\"([^\"]*)\"");

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final Map<String, String> recipes = new ConcurrentHashMap<>();

	/** The contents that were saved, in order. */
	final Queue<String> saved = new ConcurrentLinkedQueue<>();

	final AtomicInteger requests = new AtomicInteger();

	private volatile State state = State.UP;

	private volatile CountDownLatch slow = new CountDownLatch(1);

	private volatile String addedType = "";

	private int port;

	private HttpServer server;

	/**
	 * A way to be away.
	 */
	enum State {

		UP, REFUSED, SLOW, UNAVAILABLE, UNAVAILABLE_RETRY_AFTER, OTHER_DESCRIPTION

	}

	ServiceOutageService() {
		this.server = start(0);
		this.port = this.server.getAddress().getPort();
		for (int i = 0; i < 10; i++) {
			this.recipes.put("/1.0/recipes/" + i, "first");
		}
	}

	private HttpServer start(int at) {
		try {
			HttpServer started = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), at), 0);
			started.createContext("/", this::answer);
			started.setExecutor(this.threads);
			started.start();
			return started;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	URI root() {
		return URI.create("http://localhost:%d/1.0/".formatted(this.port));
	}

	void enter(State next) {
		this.slow.countDown();
		this.slow = new CountDownLatch(1);
		if (next == State.REFUSED) {
			this.server.stop(0);
		}
		else if (this.state == State.REFUSED) {
			this.server = start(this.port);
		}
		if (next == State.OTHER_DESCRIPTION) {
			this.addedType = "<w:resource_type id=\"drink\"/>";
		}
		this.state = next;
	}

	private void answer(HttpExchange exchange) throws IOException {
		this.requests.incrementAndGet();
		try {
			switch (this.state) {
				case SLOW -> this.slow.await();
				case UNAVAILABLE -> send(exchange, 503, "text/plain", "away");
				case UNAVAILABLE_RETRY_AFTER -> {
					exchange.getResponseHeaders().set("Retry-After", "1");
					send(exchange, 503, "text/plain", "away");
				}
				default -> serve(exchange);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			exchange.close();
		}
	}

	private void serve(HttpExchange exchange) throws IOException {
		String path = exchange.getRequestURI().getPath();
		if (path.equals("/1.0/")) {
			boolean wadl = WADL_TYPE.equals(exchange.getRequestHeaders().getFirst("Accept"));
			send(exchange, 200, wadl ? WADL_TYPE : "application/json", wadl ? wadl() : """
					{"resource_type_link": "%1$s#service-root", "recipes_collection_link": "%1$srecipes"}"""
				.formatted(root()));
			return;
		}
		synchronized (this) {
			String tag = tag(path);
			String condition = exchange.getRequestHeaders().getFirst("If-Match");
			if (exchange.getRequestMethod().equals("GET")) {
				boolean same = tag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"));
				exchange.getResponseHeaders().set("ETag", tag);
				send(exchange, same ? 304 : 200, "application/json", same ? "" : recipe(path));
			}
			else if (condition != null && !condition.equals(tag)) {
				send(exchange, 412, "text/plain", "changed");
			}
			else {
				String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
				Matcher instructions = INSTRUCTIONS.matcher(sent);
				if (instructions.find()) {
					this.recipes.put(path, instructions.group(1));
					this.saved.add(instructions.group(1));
				}
				send(exchange, 209, "application/json", recipe(path));
			}
		}
	}

	private String tag(String path) {
		return '"' + this.recipes.get(path) + '"';
	}

	private String recipe(String path) {
		return """
				{"self_link": "%1$s", "resource_type_link": "%2$s#recipe", "http_etag": "\\"%3$s\\"", "instructions": "%3$s"}"""
			.formatted(root().resolve(path), root(), this.recipes.get(path));
	}

	/** Change the first five recipes. */
	synchronized void change(String instructions) {
		List.of(0, 1, 2, 3, 4).forEach((i) -> this.recipes.put("/1.0/recipes/" + i, instructions));
	}

	private String wadl() {
		return """
				<w:application xmlns:w="http://research.sun.com/wadl/2006/10">
				  <w:resources base="%1$s"><w:resource path="" type="#service-root"/></w:resources>
				  <w:resource_type id="service-root"><w:method name="GET" id="service-root-get"><w:response>
				    <w:representation href="#service-root-json"/></w:response></w:method></w:resource_type>
				  <w:representation mediaType="application/json" id="service-root-json">
				    <w:param style="plain" name="recipes_collection_link" path="$['recipes_collection_link']">
				      <w:link resource_type="#recipes"/></w:param>
				  </w:representation>
				  <w:resource_type id="recipes"/>
				  <w:resource_type id="recipe"><w:method name="GET" id="recipe-get"><w:response>
				    <w:representation href="#recipe-full"/></w:response></w:method></w:resource_type>
				  <w:representation mediaType="application/json" id="recipe-full">
				    <w:param style="plain" name="self_link" path="$['self_link']"><w:link resource_type="#recipe"/></w:param>
				    <w:param style="plain" name="http_etag" path="$['http_etag']"/>
				    <w:param style="plain" name="instructions" path="$['instructions']"/>
				  </w:representation>
				  %2$s
				</w:application>"""
			.formatted(root(), this.addedType);
	}

	private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
		byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
		exchange.getResponseHeaders().set("Content-Type", type);
		exchange.sendResponseHeaders(status, (status == 304) ? -1 : bytes.length);
		if (status != 304) {
			exchange.getResponseBody().write(bytes);
		}
	}

	@Override
	public void close() {
		this.slow.countDown();
		this.server.stop(0);
		this.threads.shutdownNow();
	}

}
