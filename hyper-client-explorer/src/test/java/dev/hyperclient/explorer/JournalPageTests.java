package dev.hyperclient.explorer;

import java.net.http.HttpResponse;
import java.util.Map;

import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The journal on the pages of the explorer.
 */
class JournalPageTests {

	private static FakeService service;

	private static RunningExplorer explorer;

	@BeforeAll
	static void start() {
		service = FakeService.builder("cookbooks")
			.type("recipe", "recipes", (recipe) -> recipe.integer("id").text("instructions").entry(Map.of("id", 4)))
			.start();
		explorer = RunningExplorer.start(service);
	}

	@AfterAll
	static void stop() {
		explorer.close();
		service.close();
	}

	@Test
	void pageHasItsOwnRequestsOnly() {
		String path = "/default/resource?url=" + RunningExplorer.encoded(service.baseUrl() + "recipes/4");
		explorer.get(path);
		assertThat(explorer.get(path).body()).contains("Requests for this page", "1 request, 1 answered 304",
				"GET /1.0/recipes/4<", "class=\"chip revalidated\"");
		assertThat(explorer.get("").body()).contains("No requests.").doesNotContain("GET /1.0/recipes/4<");
	}

	@Test
	void journalHasTheLatestRequestsAndAChart() {
		explorer.get("/default/resource?url=" + RunningExplorer.encoded(service.baseUrl() + "recipes/4"));
		String journal = explorer.get("/journal.html").body();
		assertThat(journal).contains("GET /1.0/recipes/4<", "<svg class=\"chart\"",
				"data-refresh=\"/hyper-client/chart.html\"", "aria-live=\"polite\"");
		assertThat(explorer.get("/chart.html").body()).contains("<svg class=\"chart\"", "last minute")
			.doesNotContain("<html", "<h1");
	}

	@Test
	void onlyThisPageMayRunAScriptOfTheApplication() {
		HttpResponse<String> journal = explorer.get("/journal.html");
		assertThat(journal.headers().allValues("Content-Security-Policy")).singleElement()
			.satisfies((policy) -> assertThat(policy).contains("default-src 'none'", "script-src 'self'"));
		assertThat(explorer.get("/refresh.js").headers().firstValue("Content-Type").orElse(""))
			.startsWith("text/javascript");
	}

	@Test
	void journalIsRefusedWhereTheExplorerIs() {
		HttpResponse<String> page = explorer.get("/journal.html", "X-Forwarded-For", "203.0.113.9");
		assertThat(page.statusCode()).isEqualTo(403);
		assertThat(page.body()).doesNotContain("GET /1.0/");
	}

}
