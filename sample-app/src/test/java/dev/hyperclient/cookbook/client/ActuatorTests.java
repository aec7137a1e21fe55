package dev.hyperclient.cookbook.client;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import dev.hyperclient.testservice.RecordedRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The actuator endpoints of the client in the whole application.
 */
class ActuatorTests extends SampleApplicationTestBase {

	@BeforeEach
	void fetchTwoRecipes() {
		this.root.load("recipes/1");
		this.root.load("recipes/2");
	}

	@Test
	void healthReportsStoredResponses() throws Exception {
		JsonNode details = get("health").at("/components/hyperClient/components/default/details");
		assertThat(details.path("url").asString()).isEqualTo(this.root.uri().toString());
		// The description and the root may have been stored by the health check.
		assertThat(details.path("cacheEntries").asInt()).isBetween(2, 4);
		assertThat(details.path("cacheBytes").asInt()).isGreaterThan(500);
	}

	@Test
	void endpointListsStoredResponsesOfUrl() throws Exception {
		JsonNode stored = get("hyperclient/default?url=recipes/1").at("/cache/stored");
		assertThat(stored).hasSize(1);
		assertThat(stored.at("/0/mediaType").asString()).isEqualTo("application/json");
		assertThat(stored.at("/0/status").asInt()).isEqualTo(200);
		assertThat(stored.at("/0/fresh").asBoolean()).isFalse();
		assertThat(stored.at("/0/bytes").asInt()).isPositive();
		assertThat(get("hyperclient/default?url=" + this.root.uri() + "recipes/3").at("/cache/stored")).isEmpty();
	}

	@Test
	void endpointListsTypesOfService() throws Exception {
		int before = this.service.requests().size();
		JsonNode recipe = get("hyperclient/default/types/recipe");
		assertThat(recipe.path("links")).filteredOn((link) -> link.path("name").asString().equals("dish"))
			.singleElement()
			.satisfies((link) -> assertThat(link.path("type").asString()).isEqualTo("dish"))
			.satisfies((link) -> assertThat(link.path("kind").asString()).isEqualTo("entry"));
		assertThat(recipe.path("attributes")).filteredOn((attribute) -> attribute.path("writable").asBoolean())
			.extracting((attribute) -> attribute.path("name").asString())
			.contains("instructions")
			.doesNotContain("id", "self_link");
		JsonNode cookbooks = get("hyperclient/default/types/cookbooks");
		assertThat(cookbooks.path("operations"))
			.filteredOn((operation) -> operation.path("name").asString().equals("find_for_cuisine"))
			.singleElement()
			.satisfies((operation) -> {
				assertThat(operation.path("method").asString()).isEqualTo("GET");
				assertThat(operation.at("/parameters/0/name").asString()).isEqualTo("cuisine");
				assertThat(operation.at("/parameters/0/options")).isNotEmpty();
			});
		assertThat(send("GET", "hyperclient/default/types/nonsense").statusCode()).isEqualTo(404);
		assertThat(this.service.requests()).hasSize(before);
	}

	@Test
	void deleteOfUrlRemovesItsStoredResponses() throws Exception {
		assertThat(send("DELETE", "hyperclient/default?url=recipes/1").body()).isEqualTo("{\"removed\":1}");
		int before = this.service.requests().size();
		this.root.load("recipes/1");
		this.root.load("recipes/2");
		assertThat(this.service.requests().stream().skip(before)).extracting(RecordedRequest::status)
			.containsExactly(200, 304);
	}

	@Test
	void deleteRemovesAllStoredResponses() throws Exception {
		assertThat(send("DELETE", "hyperclient/default?all=true").body()).isEqualTo("{\"removed\":2}");
		assertThat(get("hyperclient").at("/services/default/cache/entries").asInt()).isZero();
		this.root.load("recipes/1");
		assertThat(send("DELETE", "hyperclient?all=true").statusCode()).isEqualTo(200);
		assertThat(get("hyperclient").at("/services/default/cache/entries").asInt()).isZero();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					hyperclient                             | Expected 'all=true'
					hyperclient?all=false                   | Expected 'all=true'
					hyperclient?url=recipes/1               | Expected no other parameters than [all], each at most once
					hyperclient/default                     | Expected 'url' or 'all=true'
					hyperclient/default?url=                | 'url' must be a URL, absolute or relative to the root of the service
					hyperclient/default?url=recipes/1&all=true | Expected 'url' or 'all=true'
					hyperclient/default?uri=recipes/1       | Expected no other parameters than [service, url, all], each at most once
					hyperclient/default?url=recipes/1&x=1   | Expected no other parameters than [service, url, all], each at most once
					""")
	void deleteWithoutAKnownSelectorIsABadRequestThatNamesThem(String path, String detail) throws Exception {
		HttpResponse<String> response = send("DELETE", path);
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(JsonMapper.shared().readTree(response.body()).path("detail").asString()).isEqualTo(detail);
		assertThat(get("hyperclient").at("/services/default/cache/entries").asInt()).isEqualTo(2);
	}

	@Test
	void unknownServiceOrMalformedUrlIsRejected() throws Exception {
		assertThat(send("GET", "hyperclient/unknown").statusCode()).isEqualTo(404);
		HttpResponse<String> unknown = send("DELETE", "hyperclient/unknown");
		assertThat(unknown.statusCode()).isEqualTo(400);
		assertThat(JsonMapper.shared().readTree(unknown.body()).path("detail").asString())
			.isEqualTo("No service with this name");
		HttpResponse<String> malformed = send("GET", "hyperclient/default?url=%20:");
		assertThat(malformed.statusCode()).isEqualTo(400);
		assertThat(malformed.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(JsonMapper.shared().readTree(malformed.body()).path("detail").asString())
			.isEqualTo("'url' must be a URL, absolute or relative to the root of the service");
	}

	private JsonNode get(String path) throws Exception {
		HttpResponse<String> response = send("GET", path);
		assertThat(response.statusCode()).isEqualTo(200);
		return JsonMapper.shared().readTree(response.body());
	}

	private HttpResponse<String> send(String method, String path) throws Exception {
		URI uri = URI.create(url("/actuator/" + path));
		return send(HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody()));
	}

}
