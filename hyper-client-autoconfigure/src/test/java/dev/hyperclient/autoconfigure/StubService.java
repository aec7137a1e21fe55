package dev.hyperclient.autoconfigure;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.absent;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;

/**
 * An HTTP server with a minimal service root.
 */
public final class StubService implements AutoCloseable {

	private static final String WADL_TYPE = "application/vnd.sun.wadl+xml";

	/**
	 * Servers of earlier tests. Each waits for several tests, so that no late request
	 * reaches the next one.
	 */
	private static final Queue<WireMockServer> IDLE = new ConcurrentLinkedQueue<>();

	/** Without HTTP/2, since the client of the JDK sometimes fails to upgrade to it. */
	private final WireMockServer server = (IDLE.size() > 8) ? IDLE.remove() : new WireMockServer(
			WireMockConfiguration.options().dynamicPort().http2PlainDisabled(true).preserveHostHeader(true));

	public StubService() {
		if (!this.server.isRunning()) {
			this.server.start();
		}
		serve();
	}

	/** Restore the initial responses. */
	public void reset() {
		this.server.resetMappings();
		serve();
	}

	private void serve() {
		String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
		String root = url() + "/1.0/";
		String wadl = description(root);
		this.server.stubFor(get(urlEqualTo("/1.0/")).withHeader("Accept", equalTo(WADL_TYPE))
			.willReturn(aResponse().withHeader("Content-Type", WADL_TYPE)
				.withHeader("Date", date)
				.withHeader("Cache-Control", "max-age=0")
				.withBody(wadl)));
		this.server.stubFor(get(urlEqualTo("/1.0/")).withHeader("Accept", equalTo("application/json"))
			.withHeader("If-None-Match", absent())
			.willReturn(aResponse().withHeader("Content-Type", "application/json")
				.withHeader("Date", date)
				.withHeader("Cache-Control", "max-age=0")
				.withHeader("ETag", "\"root\"")
				.withBody("{\"resource_type_link\": \"%s#service-root\"}".formatted(root))));
		this.server.stubFor(get(urlEqualTo("/1.0/")).withHeader("If-None-Match", equalTo("\"root\""))
			.willReturn(aResponse().withStatus(304).withHeader("ETag", "\"root\"")));
	}

	/** Return a description of a root without collections. */
	public static String description(String root) {
		return """
				<application xmlns="http://research.sun.com/wadl/2006/10">
				  <resources base="%s"><resource path="" type="#service-root"/></resources>
				  <resource_type id="service-root"><method name="GET"><response>
				    <representation href="#service-root-json"/></response></method></resource_type>
				  <representation mediaType="application/json" id="service-root-json">
				    <param style="plain" name="motto" path="$['motto']"/>
				    <param style="plain" name="resource_type_link" path="$['resource_type_link']"><link/></param>
				  </representation>
				</application>""".formatted(root);
	}

	/** Return a resource that has the type of the root. */
	public ResponseDefinitionBuilder thing() {
		return okJson("{\"resource_type_link\": \"%s/1.0/#service-root\"}".formatted(url()));
	}

	public String url() {
		return "http://localhost:" + this.server.port();
	}

	public int requestCount() {
		return this.server.getAllServeEvents().size();
	}

	/** Return the Authorization header fields of all requests. */
	public List<String> authorizations() {
		return headers("Authorization");
	}

	/** Return the header fields with a name of all requests. */
	public List<String> headers(String name) {
		return this.server.getAllServeEvents().stream().map((event) -> event.getRequest().getHeader(name)).toList();
	}

	public WireMockServer server() {
		return this.server;
	}

	@Override
	public void close() {
		if (this.server.isRunning() && !IDLE.contains(this.server)) {
			this.server.resetAll();
			IDLE.add(this.server);
		}
	}

}
