package dev.hyperclient.benchmarks;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * A service that makes up any number of recipes, and the dishes and cookbooks that they
 * link to. Its answers may not be stored, so that nothing is measured but the reading.
 */
final class RecipeOrigin implements AutoCloseable {

	private static final int PAGE_SIZE = 75;

	private static final int DISHES = 50;

	private static final int RECIPES_OF_A_COOKBOOK = 10;

	static final String DESCRIPTION = """
			<application xmlns="http://research.sun.com/wadl/2006/10">
			  <resources base="%1$s"><resource path="" type="#service-root"/></resources>
			  <resource_type id="service-root"><method name="GET" id="service-root-get"><response>
			    <representation href="#service-root-json"/></response></method></resource_type>
			  <representation mediaType="application/json" id="service-root-json">
			    <param style="plain" name="recipes_collection_link" path="$['recipes_collection_link']">
			      <link resource_type="#recipes"/></param></representation>
			  <resource_type id="recipes"><method name="GET" id="recipes-get"><response>
			    <representation href="#recipe-page"/></response></method></resource_type>
			  <resource_type id="recipe"><method name="GET" id="recipe-get"><response>
			    <representation href="#recipe-full"/></response></method></resource_type>
			  <representation mediaType="application/json" id="recipe-full">
			    <param style="plain" name="id" path="$['id']"/>
			    <param style="plain" name="title" path="$['title']"/>
			    <param style="plain" name="subtitle" path="$['subtitle']"/>
			    <param style="plain" name="dish_link" path="$['dish_link']"><link resource_type="#recipe"/></param>
			    <param style="plain" name="cookbook_link" path="$['cookbook_link']"><link resource_type="#recipe"/></param>
			  </representation>
			  <representation mediaType="application/json" id="recipe-page">
			    <param style="plain" name="next_collection_link" path="$['next_collection_link']"/>
			    <param style="plain" name="entries" path="$['entries']"/>
			    <param style="plain" name="entry_links" path="$['entries'][*]['self_link']"><link resource_type="#recipe"/></param>
			  </representation>
			</application>
			""";

	private final int recipes;

	private final Duration latency;

	private final AtomicInteger requests = new AtomicInteger();

	private final DisposableServer server;

	RecipeOrigin(int recipes, Duration latency) {
		this.recipes = recipes;
		this.latency = latency;
		this.server = HttpServer.create().host("127.0.0.1").port(0).handle(this::answer).bindNow();
	}

	String url() {
		return "http://127.0.0.1:" + this.server.port() + "/";
	}

	int requests() {
		return this.requests.get();
	}

	@Override
	public void close() {
		this.server.disposeNow();
	}

	private Mono<Void> answer(HttpServerRequest request, HttpServerResponse response) {
		this.requests.incrementAndGet();
		boolean wadl = request.requestHeaders().get("Accept", "").contains("wadl");
		String body = wadl ? DESCRIPTION.formatted(url()) : json(request.uri().substring(1));
		Mono<Void> answer = response.header("Content-Type", wadl ? "application/vnd.sun.wadl+xml" : "application/json")
			.header("Cache-Control", "no-store")
			.sendString(Mono.just(body))
			.then();
		return this.latency.isZero() ? answer : Mono.delay(this.latency).then(answer);
	}

	private String json(String path) {
		if (path.isEmpty()) {
			return "{\"resource_type_link\": \"%1$s#service-root\", \"recipes_collection_link\": \"%1$srecipes\"}"
				.formatted(url());
		}
		return (path.equals("recipes") || path.startsWith("recipes?")) ? page(path)
				: entry(path, 0).append('}').toString();
	}

	private String page(String path) {
		int start = number(path, "ws.start=", 0);
		int size = number(path, "ws.size=", PAGE_SIZE);
		int end = Math.min(this.recipes, start + size);
		StringBuilder page = new StringBuilder("{\"start\": ").append(start)
			.append(", \"total_size\": ")
			.append(this.recipes);
		if (end < this.recipes) {
			page.append(", \"next_collection_link\": \"%srecipes?ws.size=%d&ws.start=%d\"".formatted(url(), size, end));
		}
		page.append(", \"entries\": [");
		for (int id = start; id < end; id++) {
			page.append((id > start) ? "," : "")
				.append(entry("recipes/" + id, id))
				.append(", \"dish_link\": \"")
				.append(url())
				.append("dishes/")
				.append(id % DISHES)
				.append("\", \"cookbook_link\": \"")
				.append(url())
				.append("cookbooks/")
				.append(id / RECIPES_OF_A_COOKBOOK)
				.append("\"}");
		}
		return page.append("]}").toString();
	}

	private StringBuilder entry(String path, int id) {
		return new StringBuilder("{\"self_link\": \"").append(url())
			.append(path)
			.append("\", \"resource_type_link\": \"")
			.append(url())
			.append("#recipe\", \"id\": ")
			.append(id)
			.append(", \"title\": \"How to cook what is at ")
			.append(path)
			.append('"');
	}

	private static int number(String path, String name, int absent) {
		int at = path.indexOf(name);
		return (at < 0) ? absent : Integer.parseInt(path.substring(at + name.length()).split("&")[0]);
	}

}
