package dev.hyperclient;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.hyperclient.retry.RetryPolicy;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;

/**
 * An HTTP server with a small root, recipes, and stubs of a test. As an extension, it is
 * closed after each test, with the roots that it has opened.
 */
final class StubService implements AfterEachCallback, AutoCloseable {

	static final String WADL_TYPE = "application/vnd.sun.wadl+xml";

	/** The default retries, without waits. */
	static final RetryPolicy QUICK_RETRIES = RetryPolicy.defaults().withSleeper((wait) -> {
	});

	/**
	 * Servers of earlier tests. Each waits for several tests, so that no late request
	 * reaches the next one.
	 */
	private static final Queue<WireMockServer> IDLE = new ConcurrentLinkedQueue<>();

	/** Without HTTP/2, since the client of the JDK sometimes fails to upgrade to it. */
	private final WireMockServer server = (IDLE.size() > 8) ? IDLE.remove()
			: new WireMockServer(WireMockConfiguration.options().dynamicPort().http2PlainDisabled(true));

	private final List<ServiceRoot> opened = new ArrayList<>();

	StubService() {
		if (!this.server.isRunning()) {
			this.server.start();
		}
		serveRoot(wadl(url("")), rootJson());
	}

	void serveRoot(String wadl, String json) {
		serve(get(urlEqualTo("/1.0/")).withHeader("Accept", equalTo(WADL_TYPE)),
				aResponse().withHeader("Content-Type", WADL_TYPE).withBody(wadl));
		serve(get(urlEqualTo("/1.0/")).withHeader("Accept", equalTo("application/json")), json(json));
	}

	String rootJson() {
		return """
				{"resource_type_link": "%1$s#service-root", "recipes_collection_link": "%1$srecipes",
				 "featured_link": "%1$srecipes/featured"}""".formatted(url(""));
	}

	void serve(MappingBuilder request, ResponseDefinitionBuilder response) {
		this.server.stubFor(request.willReturn(response));
	}

	void serve(String path, ResponseDefinitionBuilder response) {
		serve(get(urlEqualTo("/1.0/" + path)), response);
	}

	void serve(String method, String path, ResponseDefinitionBuilder response) {
		serve(WireMock.request(method, urlEqualTo("/1.0/" + path)), response);
	}

	void serveRedirect(String path, int status, String location) {
		serve(path, aResponse().withStatus(status).withHeader("Location", location));
	}

	void serveJson(String path, String body) {
		serve(path, json(body));
	}

	/** Answer one request after the other. */
	void serveInTurn(String path, ResponseDefinitionBuilder... responses) {
		for (int turn = 0; turn < responses.length; turn++) {
			serve(get(urlEqualTo("/1.0/" + path)).inScenario(path)
				.whenScenarioStateIs((turn == 0) ? Scenario.STARTED : "turn " + turn)
				.willSetStateTo("turn " + (turn + 1)), responses[turn]);
		}
	}

	/** Answer a request with a document, and one for its validation with 304. */
	void serveWithTag(String path, String body, String tag) {
		serve(path, json(body).withHeader("ETag", tag).withGzipDisabled(true));
		serve(get(urlEqualTo("/1.0/" + path)).withHeader("If-None-Match", equalTo(tag)),
				aResponse().withStatus(304).withHeader("ETag", tag));
	}

	/** Return a document that is fresh for an hour. */
	static ResponseDefinitionBuilder fresh(String body) {
		return json(body).withHeader("Cache-Control", "max-age=3600");
	}

	static ResponseDefinitionBuilder json(String body) {
		return aResponse().withHeader("Content-Type", "application/json").withBody(body);
	}

	String recipe(int id, String instructions) {
		return """
				{"self_link": "%1$srecipes/%2$d", "resource_type_link": "%1$s#recipe", "http_etag": "\\"tag-%2$d\\"",
				 "id": %2$d, "instructions": "%3$s"}""".formatted(url(""), id, instructions);
	}

	String page(int start, int total, String next, String... entries) {
		String link = (next != null) ? ", \"next_collection_link\": \"%s\"".formatted(next) : "";
		return """
				{"start": %d, "total_size": %d, "resource_type_link": "%s#recipes", "entries": [%s]%s}"""
			.formatted(start, total, url(""), String.join(", ", entries), link);
	}

	String url(String path) {
		return "http://localhost:%d/1.0/%s".formatted(this.server.port(), path);
	}

	ServiceRootBuilder client() {
		return client("http://localhost:" + this.server.port());
	}

	/** Return a builder for a service with recipes. */
	static ServiceRootBuilder client(String url) {
		return ServiceRoot.builder(null)
			.serviceRoot(url)
			.version("1.0")
			.retryPolicy(RetryPolicy.none())
			.collection("recipes", CollectionType.collectionOf("recipe").withKeyPath("recipes/{key}"));
	}

	/** Return the root that was opened first, or else one of {@link #client()}. */
	ServiceRoot root() {
		return this.opened.isEmpty() ? open(client()) : this.opened.get(0);
	}

	/** Return a root that is closed with this service. */
	ServiceRoot open(ServiceRootBuilder builder) {
		ServiceRoot root = builder.build();
		this.opened.add(root);
		return root;
	}

	List<LoggedRequest> requestsFor(String path) {
		return this.server.findAll(WireMock.anyRequestedFor(WireMock.urlEqualTo("/1.0/" + path)));
	}

	int requestCount() {
		return this.server.getAllServeEvents().size();
	}

	void forgetRequests() {
		this.server.resetRequests();
	}

	WireMockServer server() {
		return this.server;
	}

	@Override
	public void afterEach(ExtensionContext context) {
		close();
	}

	@Override
	public void close() {
		this.opened.forEach(ServiceRoot::close);
		if (this.server.isRunning() && !IDLE.contains(this.server)) {
			this.server.resetAll();
			IDLE.add(this.server);
		}
	}

	static String wadl(String root) {
		return """
				<?xml version="1.0"?>
				<w:application xmlns:w="http://research.sun.com/wadl/2006/10" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
				  <w:resources base="%1$s"><w:resource path="" type="#service-root"/></w:resources>
				  <w:resource_type id="service-root"><w:method name="GET" id="service-root-get"><w:response>
				    <w:representation href="#service-root-json"/></w:response></w:method></w:resource_type>
				  <w:representation mediaType="application/json" id="service-root-json">
				    <w:param style="plain" name="recipes_collection_link" path="$['recipes_collection_link']">
				      <w:link resource_type="%1$s#recipes"/></w:param>
				    <w:param style="plain" name="featured_link" path="$['featured_link']"><w:link resource_type="#recipe"/></w:param>
				    <w:param style="plain" name="resource_type_link" path="$['resource_type_link']"><w:link/></w:param>
				  </w:representation>
				  <w:resource_type id="recipes">
				    <w:method name="GET" id="recipes-get"><w:response><w:representation href="#recipe-page"/></w:response></w:method>
				    <w:method name="GET" id="recipes-find"><w:request>
				      <w:param style="query" name="ws.op" required="true" fixed="find"/>
				      <w:param style="query" name="search" required="true"/>
				      <w:param style="query" name="course" required="false"><w:option value="Starter"/><w:option value="Main dish"/></w:param>
				    </w:request><w:response><w:representation href="#recipe-page"/></w:response></w:method>
				    <w:method name="POST" id="recipes-create"><w:request><w:representation mediaType="application/x-www-form-urlencoded">
				      <w:param style="query" name="ws.op" required="true" fixed="create"/>
				      <w:param style="query" name="instructions" required="true"/>
				    </w:representation></w:request><w:response><w:param name="Location" style="header">
				      <w:link resource_type="#recipe"/></w:param></w:response></w:method>
				  </w:resource_type>
				  <w:resource_type id="recipe">
				    <w:method name="GET" id="recipe-get"><w:response><w:representation href="#recipe-full"/></w:response></w:method>
				    <w:method name="POST" id="recipe-cook"><w:request><w:representation mediaType="application/x-www-form-urlencoded">
				      <w:param style="query" name="ws.op" required="true" fixed="cook"/>
				    </w:representation></w:request></w:method>
				    <w:method name="POST" id="recipe-attach"><w:request><w:representation mediaType="multipart/form-data">
				      <w:param style="query" name="ws.op" required="true" fixed="attach"/>
				      <w:param style="query" name="a &quot;note&quot;&#13;&#10;X-Evil: yes" required="false"/>
				      <w:param style="query" name="picture" required="true" type="binary"/>
				      <w:param style="query" name="course" required="false"><w:option value="Main dish"/></w:param>
				    </w:representation></w:request></w:method>
				  </w:resource_type>
				  <w:resource_type id="recipe-page-resource">
				    <w:method name="GET" id="recipe-page-resource-get"><w:response><w:representation href="#recipe-page"/></w:response></w:method>
				  </w:resource_type>
				  <w:resource_type id="HostedFile"><w:method name="GET" id="HostedFile-get"/></w:resource_type>
				  <w:representation mediaType="application/json" id="recipe-full">
				    <w:param style="plain" name="self_link" path="$['self_link']"><w:link resource_type="#recipe"/></w:param>
				    <w:param style="plain" name="resource_type_link" path="$['resource_type_link']"><w:link/></w:param>
				    <w:param style="plain" name="http_etag" path="$['http_etag']"/>
				    <w:param style="plain" name="id" path="$['id']"/>
				    <w:param style="plain" name="instructions" path="$['instructions']"/>
				    <w:param style="plain" name="next_link" path="$['next_link']"><w:link resource_type="#recipe"/></w:param>
				    <w:param style="plain" name="servings" path="$['servings']"/>
				    <w:param style="plain" name="private" path="$['private']"/>
				    <w:param style="plain" name="dish_link" path="$['dish_link']"><w:link resource_type="#recipe"/></w:param>
				    <w:param style="plain" name="drink_link" path="$['drink_link']"><w:link resource_type="#recipe"/></w:param>
				    <w:param style="plain" name="cookbook_link" path="$['cookbook_link']"><w:link resource_type="#recipe"/></w:param>
				    <w:param style="plain" name="cover_link" path="$['cover_link']"><w:link resource_type="#HostedFile"/></w:param>
				    <w:param style="plain" name="variants_collection_link" path="$['variants_collection_link']">
				      <w:link resource_type="#recipe-page-resource"/></w:param>
				  </w:representation>
				  <w:representation mediaType="application/json" id="recipe-page">
				    <w:param style="plain" name="resource_type_link" path="$['resource_type_link']"><w:link/></w:param>
				    <w:param style="plain" name="total_size" path="$['total_size']" required="false"/>
				    <w:param style="plain" name="start" path="$['start']" required="true"/>
				    <w:param style="plain" name="next_collection_link" path="$['next_collection_link']">
				      <w:link resource_type="#recipe-page-resource"/></w:param>
				    <w:param style="plain" name="entries" path="$['entries']" required="true"/>
				    <w:param style="plain" name="entry_links" path="$['entries'][*]['self_link']"><w:link resource_type="#recipe"/></w:param>
				  </w:representation>
				</w:application>
				"""
			.formatted(root);
	}

}
