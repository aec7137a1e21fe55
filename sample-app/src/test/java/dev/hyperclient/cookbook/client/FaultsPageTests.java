package dev.hyperclient.cookbook.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.htmlunit.HttpMethod;
import org.htmlunit.Page;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page that makes the embedded service fail, without its script.
 */
class FaultsPageTests extends SampleApplicationTestBase {

	@BeforeEach
	void disableScript() {
		this.browser.getOptions().setJavaScriptEnabled(false);
	}

	@ParameterizedTest
	@CsvSource({ "unavailable,503", "down,503", "broken,503", "html,502", "conflict,409" })
	void callerGetsProblemDetail(String experiment, int status) throws Exception {
		WebResponse response = run(experiment);
		assertThat(response.getStatusCode()).isEqualTo(status);
		assertThat(response.getContentType()).isEqualTo("application/problem+json");
		JsonNode problem = json(response);
		assertThat(problem.path("status").asInt()).isEqualTo(status);
		assertThat(problem.path("detail").asString()).isNotEmpty();
	}

	@Test
	void requestsOfUsersAtTheSameTimeAreNotMixed() throws Exception {
		String form = "_csrf=" + token();
		String session = this.browser.getCookieManager().getCookie("JSESSIONID").getValue();
		HttpClient client = HttpClient.newHttpClient();
		List<CompletableFuture<HttpResponse<String>>> runs = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			HttpRequest request = HttpRequest
				.newBuilder(URI.create(url("/faults/" + ((i % 2 == 0) ? "html" : "conflict"))))
				.header("Accept", "application/problem+json")
				.header("Content-Type", "application/x-www-form-urlencoded")
				.header("Cookie", "JSESSIONID=" + session)
				.POST(BodyPublishers.ofString(form))
				.build();
			runs.add(client.sendAsync(request, BodyHandlers.ofString()));
		}
		for (int i = 0; i < runs.size(); i++) {
			HttpResponse<String> response = runs.get(i).join();
			assertThat(response.statusCode()).isEqualTo((i % 2 == 0) ? 502 : 409);
			assertThat(response.headers().firstValue("Service-Requests").orElse("")).matches(
					(i % 2 == 0) ? "GET /1.0/recipes/4 200" : "GET /1.0/recipes/4 (200|304), PATCH /1.0/recipes/4 412");
		}
	}

	@Test
	void updateSucceedsAfterConcurrentChange() throws Exception {
		WebResponse response = run("update");
		assertThat(response.getStatusCode()).isEqualTo(200);
		assertThat(json(response).path("instructions").asString()).isEqualTo("Changed by another user. And mine.");
		assertThat(requests(response)).contains("PATCH /1.0/recipes/4 412");
		assertThat(text("/faults/recipe")).contains("Preheat oven");
	}

	@Test
	void resetEndsFault() throws Exception {
		run("down");
		assertThat(text("/actuator/health/hyperClient")).contains("DOWN");
		assertThat(run("reset").getStatusCode()).isEqualTo(200);
		assertThat(text("/faults/recipe")).contains("Preheat oven");
		assertThat(text("/actuator/health/hyperClient")).contains("UP");
	}

	@Test
	void pagesShowStoredEntriesAndTheirTimeWhileTheServiceIsAway() throws Exception {
		List<String> paths = List.of("/recipes/4", "/cookbook?name=The%20Joy%20of%20Cooking", "/");
		for (String path : paths) {
			assertThat(open(path).getElementById("as-of")).isNull();
		}
		WebResponse answer = run("away");
		assertThat(json(answer).path("instructions").asString()).contains("Preheat oven");
		assertThat(requests(answer)).isEqualTo("GET /1.0/recipes/4 200, GET /1.0/recipes/4 504");
		for (String path : paths) {
			HtmlPage page = open(path);
			assertThat(page.getWebResponse().getStatusCode()).as(path).isEqualTo(200);
			assertThat(note(page)).matches("As of \\d\\d:\\d\\d: the service does not answer, .*");
		}
		run("reset");
		assertThat(open("/").getElementById("as-of")).isNull();
	}

	private WebResponse run(String experiment) throws Exception {
		WebRequest request = new WebRequest(URI.create(url("/faults/" + experiment)).toURL(), HttpMethod.POST);
		request.setAdditionalHeader("Accept", "application/json, application/problem+json");
		request.setRequestBody("_csrf=" + token());
		return this.browser.<Page>getPage(request).getWebResponse();
	}

	private String token() throws Exception {
		HtmlForm form = open("/faults").getHtmlElementById("reset");
		return form.getInputByName("_csrf").getValue();
	}

	private static String requests(WebResponse response) {
		return response.getResponseHeaderValue("Service-Requests");
	}

	private String text(String path) throws Exception {
		WebRequest request = new WebRequest(URI.create(url(path)).toURL());
		request.setAdditionalHeader("Accept", "application/json");
		return this.browser.<Page>getPage(request).getWebResponse().getContentAsString();
	}

	private static JsonNode json(WebResponse response) {
		return JsonMapper.shared().readTree(response.getContentAsString());
	}

}
