package dev.hyperclient;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.sun.net.httpserver.HttpExchange;
import dev.hyperclient.fixtures.LocalServer;
import dev.hyperclient.retry.RetryPolicy;

/**
 * A service that generates pages of recipes with their dishes, and lets a test delay
 * responses.
 */
final class ManyRecipes implements AutoCloseable {

	private final LocalServer server = new LocalServer(this::answer);

	private final List<String> requests = new CopyOnWriteArrayList<>();

	private final AtomicInteger inFlight = new AtomicInteger();

	private final AtomicInteger mostInFlight = new AtomicInteger();

	private final int total;

	private final int pageSize;

	/** Additional members of a recipe, each after a comma. */
	volatile Function<Integer, String> members = (id) -> "";

	/** Called before each response, on the thread of the server. */
	volatile Consumer<String> before = (path) -> {
	};

	/** The status of the response. */
	volatile Function<String, Integer> status = (path) -> 200;

	/** The target of a redirect, {@code null} for none. */
	volatile Function<String, String> redirect = (path) -> null;

	/** The next link of a page by its start, {@code null} for the default. */
	volatile Function<Integer, String> next = (start) -> null;

	ManyRecipes(int total, int pageSize) {
		this.total = total;
		this.pageSize = pageSize;
	}

	String url(String path) {
		return this.server.url() + "/1.0/" + path;
	}

	ServiceRootBuilder client() {
		return ServiceRoot.builder(null).serviceRoot(url("")).retryPolicy(RetryPolicy.none());
	}

	/** Return the requests except those of the root, without the base URL. */
	List<String> requests() {
		return this.requests.stream().filter((path) -> !path.isEmpty()).toList();
	}

	int mostInFlight() {
		return this.mostInFlight.get();
	}

	private void answer(HttpExchange exchange) throws IOException {
		String path = exchange.getRequestURI().toString().substring("/1.0/".length());
		this.requests.add(path);
		this.mostInFlight.accumulateAndGet(this.inFlight.incrementAndGet(), Math::max);
		this.before.accept(path);
		boolean wadl = StubService.WADL_TYPE.equals(exchange.getRequestHeaders().getFirst("Accept"));
		String body = wadl ? StubService.wadl(url("")) : json(path);
		exchange.getResponseHeaders().add("Content-Type", wadl ? StubService.WADL_TYPE : "application/json");
		String location = this.redirect.apply(path);
		if (location != null) {
			exchange.getResponseHeaders().add("Location", location);
		}
		this.inFlight.decrementAndGet();
		LocalServer.respond(exchange, (location != null) ? 302 : this.status.apply(path), body);
	}

	private String json(String path) {
		if (path.isEmpty()) {
			return "{\"resource_type_link\": \"%1$s#service-root\", \"recipes_collection_link\": \"%1$srecipes\"}"
				.formatted(url(""));
		}
		if (path.equals("recipes") || path.startsWith("recipes?")) {
			return page(path);
		}
		return "{\"self_link\": \"%s\", \"resource_type_link\": \"%s#recipe\", \"instructions\": \"%s\"}"
			.formatted(url(path), url(""), path);
	}

	private String page(String path) {
		int start = number(path, "ws.start=", 0);
		int size = number(path, "ws.size=", this.pageSize);
		String root = url("");
		String entries = IntStream.range(start, Math.min(this.total, start + size))
			.mapToObj((id) -> "{\"self_link\": \"" + root + "recipes/" + id + "\", \"resource_type_link\": \"" + root
					+ "#recipe\", \"id\": " + id + this.members.apply(id) + "}")
			.collect(Collectors.joining(","));
		String operation = path.contains("ws.op=find") ? "ws.op=find&search=x&" : "";
		String link = this.next.apply(start);
		if (link == null && start < this.total - size) {
			link = url("recipes?%sws.size=%d&ws.start=%d".formatted(operation, size, start + size));
		}
		return "{\"start\": %d, \"total_size_link\": \"%s\", \"entries\": [%s]%s}".formatted(start,
				url("recipes?ws.show=total_size"), entries,
				(link != null) ? ", \"next_collection_link\": \"%s\"".formatted(link) : "");
	}

	private static int number(String path, String name, int absent) {
		int at = path.indexOf(name);
		return (at < 0) ? absent : Integer.parseInt(path.substring(at + name.length()).split("&")[0]);
	}

	/** Wait for a latch, for a time, or until this thread is interrupted. */
	static void await(CountDownLatch latch, int millis) {
		try {
			latch.await(millis, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void close() {
		this.server.close();
	}

}
