package dev.hyperclient.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * A service that makes up any number of recipes, and the dishes and cookbooks that they
 * link to, in a process of its own, so that neither its CPU time nor its allocations are
 * measured. Its answers may not be stored, except for answers about {@code archived}. The
 * recipes of {@code linked_16_4} have 16 more links to 4 entries of their own.
 */
public final class RecipeOrigin {

	private static final int PAGE_SIZE = 75;

	private static final int DISHES = 50;

	private static final int RECIPES_OF_A_COOKBOOK = 10;

	private static final String DESCRIPTION = """
			<application xmlns="http://research.sun.com/wadl/2006/10">
			  <resources base="%1$s"><resource path="" type="#service-root"/></resources>
			  <resource_type id="service-root"><method name="GET" id="service-root-get"><response>
			    <representation href="#service-root-json"/></response></method></resource_type>
			  <representation mediaType="application/json" id="service-root-json">
			    %2$s</representation>
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
			    %3$s
			  </representation>
			  <representation mediaType="application/json" id="recipe-page">
			    <param style="plain" name="next_collection_link" path="$['next_collection_link']"/>
			    <param style="plain" name="entries" path="$['entries']"/>
			    <param style="plain" name="entry_links" path="$['entries'][*]['self_link']"><link resource_type="#recipe"/></param>
			  </representation>
			</application>
			""";

	private static final int RECIPES = 10_000_000;

	private final Duration latency;

	private final AtomicInteger requests = new AtomicInteger();

	private final DisposableServer server;

	private RecipeOrigin(Duration latency) {
		this.latency = latency;
		this.server = HttpServer.create().host("127.0.0.1").port(0).handle(this::answer).bindNow();
	}

	public static void main(String[] args) {
		RecipeOrigin origin = new RecipeOrigin(Duration.parse(args[0]));
		System.out.println(origin.url());
		origin.server.onDispose().block();
	}

	/**
	 * Start a service.
	 * @param latency the time that each answer takes longer
	 * @return the running service
	 * @throws IOException if the process cannot be started
	 */
	static OriginProcess start(Duration latency) throws IOException {
		return OriginProcess.start(RecipeOrigin.class, List.of("-XX:+UseSerialGC", "-Xmx128m"),
				List.of(latency.toString()));
	}

	/** Return the number of requests to such a service before this one. */
	static int requests(OriginProcess origin) throws IOException {
		try (InputStream in = URI.create(origin.url() + "requests").toURL().openStream()) {
			return Integer.parseInt(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
		}
	}

	private String url() {
		return "http://127.0.0.1:" + this.server.port() + "/";
	}

	private Mono<Void> answer(HttpServerRequest request, HttpServerResponse response) {
		String path = request.uri().substring(1);
		if (path.equals("requests")) {
			return response.sendString(Mono.just(String.valueOf(this.requests.get()))).then();
		}
		this.requests.incrementAndGet();
		boolean wadl = request.requestHeaders().get("Accept", "").contains("wadl");
		String body = wadl ? description(url()) : json(path);
		Mono<Void> answer = response.header("Content-Type", wadl ? "application/vnd.sun.wadl+xml" : "application/json")
			.header("Cache-Control", path.startsWith("archived") ? "max-age=86400" : "no-store")
			.sendString(Mono.just(body))
			.then();
		return this.latency.isZero() ? answer : Mono.delay(this.latency).then(answer);
	}

	/**
	 * Return the WADL document.
	 * @param url the URL of the service, with a slash at its end
	 */
	private static String description(String url) {
		StringBuilder collections = new StringBuilder();
		for (String collection : GrowthBenchmark.COLLECTIONS) {
			collections.append(parameter(collection + "_collection_link", "recipes"));
		}
		StringBuilder links = new StringBuilder();
		for (int i = 0; i < GrowthBenchmark.MAX_LINKS; i++) {
			links.append(parameter("link_" + i + "_link", "recipe"));
		}
		return DESCRIPTION.formatted(url, collections, links);
	}

	private static String parameter(String name, String type) {
		return "<param style=\"plain\" name=\"%1$s\" path=\"$['%1$s']\"><link resource_type=\"#%2$s\"/></param>%n"
			.formatted(name, type);
	}

	private String json(String path) {
		if (path.isEmpty()) {
			StringBuilder root = new StringBuilder("{\"resource_type_link\": \"" + url() + "#service-root\"");
			for (String collection : GrowthBenchmark.COLLECTIONS) {
				root.append(", \"%1$s_collection_link\": \"%2$s%1$s\"".formatted(collection, url()));
			}
			return root.append('}').toString();
		}
		String collection = path.split("\\?")[0];
		return (collection.indexOf('/') < 0) ? page(collection, path) : entry(path, 0).append('}').toString();
	}

	private String page(String collection, String path) {
		int start = number(path, "ws.start=", 0);
		int size = number(path, "ws.size=", PAGE_SIZE);
		String[] shape = collection.split("_");
		int links = (shape.length > 1) ? Integer.parseInt(shape[1]) : 0;
		int distinct = (shape.length > 1) ? Integer.parseInt(shape[2]) : 0;
		StringBuilder page = new StringBuilder("{\"start\": ").append(start)
			.append(", \"total_size\": " + RECIPES)
			.append(", \"next_collection_link\": \"%s%s?ws.size=%d&ws.start=%d\"".formatted(url(), collection, size,
					start + size))
			.append(", \"entries\": [");
		for (int id = start; id < start + size; id++) {
			page.append((id > start) ? "," : "")
				.append(entry(collection + "/" + id, id))
				.append(link("dish", "dishes", id % DISHES))
				.append(link("cookbook", "cookbooks", id / RECIPES_OF_A_COOKBOOK));
			for (int i = 0; i < links; i++) {
				page.append(link("link_" + i, "linked", id * distinct + i % distinct));
			}
			page.append('}');
		}
		return page.append("]}").toString();
	}

	private String link(String name, String collection, int id) {
		return ", \"" + name + "_link\": \"" + url() + collection + "/" + id + "\"";
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
