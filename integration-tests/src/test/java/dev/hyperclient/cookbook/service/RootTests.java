package dev.hyperclient.cookbook.service;

import java.net.http.HttpResponse;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The root of a version, and unknown paths.
 */
class RootTests {

	private static final String WADL = "application/vnd.sun.wadl+xml";

	@RegisterExtension
	final RunningService service = new RunningService();

	@Test
	void rootLinksToCollectionsAndFeaturedCookbook() {
		JsonNode root = this.service.json("/1.0/");
		assertThat(root.propertyNames()).containsExactlyInAnyOrder("resource_type_link", "cookbooks_collection_link",
				"dishes_collection_link", "recipes_collection_link", "featured_cookbook_link");
		assertThat(root.get("resource_type_link").stringValue()).isEqualTo(this.service.root() + "#service-root");
		assertThat(root.get("cookbooks_collection_link").stringValue()).isEqualTo(this.service.root() + "cookbooks");
		assertThat(root.get("featured_cookbook_link").stringValue())
			.isEqualTo(this.service.root() + "cookbooks/featured");
	}

	@Test
	void linksHaveHostOfRequest() throws Exception {
		assertThat(this.service.rawGet("/devel/")).contains("http://cookbooks.dev/devel/cookbooks\"");
	}

	@ParameterizedTest
	@CsvSource({ "application/json,application/json", "application/vnd.sun.wadl+xml," + WADL,
			"application/vd.sun.wadl+xml," + WADL, "text/html,application/json", "';',application/json",
			"';q=,,',application/json", "*/*,application/json",
			"'application/json;q=0.5, application/vnd.sun.wadl+xml'," + WADL,
			"'application/vnd.sun.wadl+xml;q=0.1, application/json',application/json",
			"'application/*;q=0.2, application/vnd.sun.wadl+xml;q=0.3'," + WADL })
	void acceptSelectsRepresentationOfRoot(String accept, String mediaType) {
		HttpResponse<String> response = this.service.get("/1.0/", "Accept", accept);
		assertThat(RunningService.header(response, "Content-Type")).isEqualTo(mediaType);
	}

	@Test
	void queryParameterReplacesAccept() {
		HttpResponse<String> response = this.service.get("/1.0/?ws.accept=" + WADL.replace("+", "%2B"), "Accept",
				"application/json");
		assertThat(RunningService.header(response, "Content-Type")).isEqualTo(WADL);
	}

	@ParameterizedTest
	@CsvSource({ "1.0,max-age=10000", "devel,max-age=2" })
	void everyVersionHasLifetimeAlsoWhenNotModified(String version, String lifetime) {
		for (String mediaType : new String[] { "application/json", WADL }) {
			HttpResponse<String> first = this.service.get("/" + version + "/", "Accept", mediaType);
			String tag = first.headers().firstValue("ETag").orElseThrow();
			HttpResponse<String> second = this.service.get("/" + version + "/", "Accept", mediaType, "If-None-Match",
					tag);
			assertThat(first.statusCode()).isEqualTo(200);
			assertThat(second.statusCode()).isEqualTo(304);
			assertThat(second.body()).isEmpty();
			for (HttpResponse<String> response : List.of(first, second)) {
				assertThat(RunningService.header(response, "Cache-Control")).isEqualTo(lifetime);
				assertThat(RunningService.header(response, "ETag")).isEqualTo(tag);
				assertThat(RunningService.header(response, "Date")).endsWith("GMT");
			}
		}
	}

	@Test
	void representationsHaveDifferentTags() {
		String json = this.service.get("/1.0/").headers().firstValue("ETag").orElseThrow();
		assertThat(this.service.get("/1.0/", "Accept", WADL, "If-None-Match", json).statusCode()).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/", "/cookbooks", "/2.0/", "/1.0/1.0/", "/1.0/nothing", "/1.0/cookbooks/Nothing",
			"/1.0/cookbooks/", "/1.0/recipes/1000", "/1.0/recipes/one", "/1.0/recipes/01", "/1.0/recipes/1/dish",
			"/1.0/dishes/Roast%20chicken/recipes/1", "/favicon.ico" })
	void unknownPathIsNotFound(String path) {
		HttpResponse<String> response = this.service.get(path);
		assertThat(response.statusCode()).isEqualTo(404);
		assertThat(RunningService.header(response, "Content-Type")).isEqualTo("text/plain");
		assertThat(response.body()).startsWith("Object: ");
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST", "PUT", "PATCH", "DELETE" })
	void rootIsReadOnly(String method) {
		HttpResponse<String> response = this.service.send(method, "/1.0/", "{}");
		assertThat(response.statusCode()).isEqualTo(405);
		assertThat(RunningService.header(response, "Allow")).isEqualTo("GET");
		assertThat(RunningService.header(response, "Content-Type")).isEqualTo("text/plain");
	}

	@Test
	void featuredCookbookRedirectsToCookbook() {
		HttpResponse<String> response = this.service.get("/devel/cookbooks/featured");
		assertThat(response.statusCode()).isEqualTo(301);
		assertThat(RunningService.header(response, "Location"))
			.isEqualTo(this.service.base() + "/devel/cookbooks/Mastering%20the%20Art%20of%20French%20Cooking");
		assertThat(RunningService.header(response, "Content-Length")).isEqualTo("0");
	}

	@Test
	void redirectOfFeaturedCookbookKeepsQuery() {
		HttpResponse<String> response = this.service.get("/1.0/cookbooks/featured?search=%22e%22&ws.op=find_recipes");
		assertThat(RunningService.header(response, "Location"))
			.endsWith("/1.0/cookbooks/Mastering%20the%20Art%20of%20French%20Cooking?search=%22e%22&ws.op=find_recipes");
	}

}
