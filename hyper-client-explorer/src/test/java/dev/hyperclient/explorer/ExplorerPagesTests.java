package dev.hyperclient.explorer;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.testservice.FakeService;
import org.htmlunit.WebClient;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.MediaType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages that show a service.
 */
class ExplorerPagesTests {

	@AutoClose
	private static final FakeService service = Cookbooks.builder().pageSize(50).start();

	@AutoClose
	private static final FakeService other = FakeService.builder("other").start();

	@AutoClose
	private static final RunningExplorer explorer = RunningExplorer.start(service,
			"hyper-client.collections.recipes.key-path=recipes/{key}");

	private static String page(String path) {
		HttpResponse<String> response = explorer.get(path);
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
		return response.body();
	}

	private static String url(String path) {
		return RunningExplorer.encoded(service.baseUrl() + path);
	}

	@Test
	void listsServices() {
		assertThat(page("")).contains("<a href=\"/hyper-client/default\">default</a>");
	}

	@Test
	void overviewShowsRootAndTypes() {
		assertThat(page("/default")).contains("Cookbooks and their recipes.")
			.contains("/hyper-client/default/resource?url=" + url("recipes"))
			.contains("/hyper-client/default/type?id=recipe")
			.contains("A collection of recipes.")
			.doesNotContain("It has covers.");
	}

	@Test
	void searchFindsNamesBeforeDocumentation() {
		String found = page("/default?q=RECIPE");
		assertThat(found.indexOf("type?id=recipe\"")).isPositive()
			.isLessThan(found.indexOf("type?id=cookbook#operation-find_recipes"));
		assertThat(page("/default?q=title+cover")).contains("1 type with")
			.contains("cookbooks.create(name)", "type?id=cookbooks#operation-create");
		assertThat(page("/default/type?id=cookbooks")).contains("id=\"operation-create\"");
		assertThat(page("/default?q=nonesuch")).contains("No name and no documentation contains all these words");
	}

	@Test
	void searchShowsATypeOnceWithItsMembers() {
		String found = page("/default?q=cookbook");
		assertThat(found.split("type\\?id=cookbook\"", -1)).hasSize(2);
		assertThat(found).containsSubsequence("type?id=cookbook\"", "type?id=cookbook#attribute-", "<details>",
				"more of cookbook<", "type?id=cookbook#operation-rate");
	}

	@Test
	void titlesAndTrailsRepeatNoName() {
		assertThat(page("/default")).contains("<title>default – Explorer</title>");
		assertThat(page("/default/type?id=recipe")).contains("<title>recipe – default – Explorer</title>");
	}

	@Test
	void landmarksOfAPageHaveDifferentNames() {
		for (String path : new String[] { "/default", "/default?q=e", "/default/type?id=cookbook",
				"/default/resource?url=" + url("recipes"), "/default/resource?url=" + url("recipes/4") }) {
			assertThat(Pattern.compile(
					"<(?:nav|section|form|div class=\"scroll\" role=\"region\")[^>]* aria-label(?:ledby)?=\"([^\"]*)\"")
				.matcher(page(path))
				.results()
				.map((landmark) -> landmark.group(1))
				.toList()).as(path).doesNotHaveDuplicates();
		}
	}

	@Test
	void typeShowsMembers() {
		assertThat(page("/default/type?id=cookbook")).contains("href=\"#operations\">Operations (");
		assertThat(page("/default/type?id=cookbook"))
			.containsSubsequence("<code>cuisine</code>", "one of", "General", "Française", "writable")
			.containsSubsequence("<code>printed</code>", "date")
			.containsSubsequence("<code>recipes</code>", "collection", "type?id=recipe")
			.containsSubsequence("<code>find_recipes</code>", "reads", "Find recipes by their instructions.", "search",
					"required", "Returns", "a collection of", "type?id=recipe")
			.containsSubsequence("<code>rate</code>", "writes");
		assertThat(page("/default/type?id=recipe")).contains("What to do, step by step.");
	}

	@Test
	void typeIsReadByKeyWhereOneIsDeclared() {
		assertThat(RunningExplorer.java(page("/default/type?id=recipe"))).first()
			.isEqualTo("Entry recipe = root.collection(\"recipes\").get(\"...\");");
		assertThat(RunningExplorer.java(page("/default/type?id=cookbook"))).first()
			.isEqualTo("Entry cookbook = root.collection(\"cookbooks\").at(0);");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			About this service / The service has dishes. It is free. | The service has dishes.
			The service has dishes. / It is free.                    | The service has dishes.
			The service has dishes                                   | The service has dishes
			""")
	void summaryOfAServiceIsTheSentenceAfterItsTitle(String documentation, String summary) {
		assertThat(ServiceModel.summary(ServiceModel.withoutTitle(documentation.replace(" / ", "\n\n"))))
			.isEqualTo(summary);
	}

	@Test
	void typeHasTypesThatLinkToIt() {
		assertThat(page("/default/type?id=recipe")).containsSubsequence(
				"href=\"/hyper-client/default/graph#near:recipe\"", "Linked from:", "type?id=service-root", "(recipes)",
				"type?id=cookbook", "(recipes)", "</ul>");
		assertThat(page("/default/type?id=recipes")).containsSubsequence("Linked from:", "type?id=service-root");
		assertThat(page("/default/type?id=service-root")).contains("No type has a link to this one.");
	}

	@Test
	void graphListsAllTypesWithTheirLinks() {
		String graph = page("/default/graph");
		assertThat(graph).contains(">Graph</a>")
			.containsSubsequence("data-type=\"service-root\" data-kind=\"root\"",
					"data-name=\"cookbooks\" data-to=\"cookbook\" data-via=\"cookbooks\"", "data-type=\"cookbook\"",
					"data-name=\"recipes\" data-to=\"recipe\" data-via=", "data-type=\"recipe\"",
					"data-name=\"cookbook\" data-to=\"cookbook\"",
					"<a href=\"/hyper-client/default/type?id=cookbook\"><code>cookbook</code></a>",
					"data-type=\"cookbooks\" data-kind=\"collection\"", ">entries →</span>");
		int types = page("/default").split("<strong>", 2)[1].split("<")[0].transform(Integer::parseInt);
		assertThat(graph.split("data-type=")).hasSize(types + 1);
	}

	@Test
	void graphIsAListForReadersWithoutScript() throws IOException {
		try (WebClient browser = new WebClient()) {
			browser.getOptions().setJavaScriptEnabled(false);
			HtmlPage page = browser.getPage(explorer.uri("/hyper-client/default/graph").toURL());
			assertThat(page.getElementById("graph").isDisplayed()).isFalse();
			assertThat(page.querySelectorAll("#types > li")).hasSizeGreaterThan(6)
				.allMatch((row) -> ((HtmlElement) row).isDisplayed());
		}
	}

	@Test
	void graphHasOnlyScriptsOfTheExplorer() {
		HttpResponse<String> graph = explorer.get("/default/graph");
		assertThat(graph.headers().firstValue("Content-Security-Policy").orElse(""))
			.contains("default-src 'none'; style-src 'self';")
			.endsWith("; script-src 'self'");
		assertThat(Pattern.compile("<script[^>]*>").matcher(graph.body()).results().map(MatchResult::group))
			.containsExactly("<script src=\"/hyper-client/cytoscape.js\" defer>",
					"<script src=\"/hyper-client/graph.js\" defer>");
		assertThat(graph.body()).doesNotContain(" style=", "onclick");
	}

	@ParameterizedTest
	@CsvSource({ "/cytoscape.js, text/javascript", "/graph.js, text/javascript", "/refresh.js, text/javascript",
			"/style.css, text/css", "/favicon.svg, image/svg+xml" })
	void fileIsRevalidated(String path, String mediaType) {
		HttpResponse<String> file = explorer.get(path);
		assertThat(file.statusCode()).isEqualTo(200);
		assertThat(file.headers().firstValue("Content-Type").orElse("")).startsWith(mediaType);
		assertThat(file.headers().firstValue("Cache-Control")).contains("no-cache");
		String tag = file.headers().firstValue("ETag").orElseThrow();
		HttpResponse<String> stored = explorer.get(path, "If-None-Match", tag);
		assertThat(stored.statusCode()).isEqualTo(304);
		assertThat(stored.body()).isEmpty();
	}

	@Test
	void graphLibraryIsOneFileWithItsLicence() {
		assertThat(explorer.get("/cytoscape.js").body()).startsWith("/**\n * Copyright")
			.contains("Permission is hereby granted, free of charge");
		assertThat(ExplorerPagesTests.class.getResource("/META-INF/resources/webjars/cytoscape")).isNull();
	}

	@Test
	void collectionIsPagedWithTotal() {
		assertThat(page("/default/resource?url=" + url("recipes"))).contains("1 to 25 of 60")
			.contains("Boil 25.")
			.doesNotContain("Boil 26.")
			.contains("&amp;start=25\">Next</a>");
		assertThat(page("/default/resource?start=50&url=" + url("recipes"))).contains("51 to 60 of 60")
			.contains("Boil 60.")
			.doesNotContain(">Next</a>");
	}

	@Test
	void startBeyondTheListShowsItsEnd() {
		String end = page("/default/resource?start=999999999&url=" + url("recipes"));
		assertThat(end).contains("51 to 60 of 60", "Boil 60.");
		assertThat(RunningExplorer.java(end)).first().asString().contains("50, 75");
		assertThat(page("/default?start=9999")).containsPattern("1 to (\\d+) of \\1<").contains("type?id=recipe\"");
		assertThat(page("/default?q=recipe&start=9999")).contains("1 to ", "type?id=recipe\"");
	}

	@Test
	void entryShowsValuesAndLinks() {
		String entry = page("/default/resource?url=" + url("recipes/4"));
		assertThat(entry).containsSubsequence("<code>id</code>", "4", "<code>instructions</code>", "Boil 4.")
			.contains("/hyper-client/default/resource?url=" + url("cookbooks/Soups"));
		assertThat(RunningExplorer.java(entry)).first()
			.asString()
			.startsWith("Entry recipe = root.collection(\"recipes\").get(4);\n")
			.contains("String instructions = recipe.getString(\"instructions\");");
		assertThat(page("/default/resource?url=" + url("cookbooks/Soups"))).contains("/default/file?url=")
			.contains("&quot;pages&quot; : 100");
	}

	@Test
	void readOnlyPagesHaveNoFormsThatWrite() {
		assertThat(page("/default/resource?url=" + url("recipes/4"))).doesNotContain("method=\"post\"");
		assertThat(page("/default/resource?url=" + url("cookbooks/Soups"))).contains("name=find_recipes")
			.doesNotContain("name=rate");
	}

	@Test
	void fileIsDownloaded() {
		explorer.context()
			.getBean(ServiceRoot.class)
			.load("cookbooks/Soups", Entry.class)
			.file("cover")
			.write(new ByteArrayResource("<script>".getBytes(StandardCharsets.UTF_8)), MediaType.TEXT_HTML,
					"cover.html");
		HttpResponse<String> file = explorer.get("/default/file?name=cover&url=" + url("cookbooks/Soups"));
		assertThat(file.body()).isEqualTo("<script>");
		assertThat(file.headers().firstValue("Content-Disposition").orElse("")).startsWith("attachment;");
		assertThat(file.headers().firstValue("Content-Type")).contains("application/octet-stream");
	}

	@Test
	void otherOriginsAreNotRequested() {
		HttpResponse<String> refused = explorer
			.get("/default/resource?url=" + RunningExplorer.encoded(other.baseUrl() + "things"));
		assertThat(refused.statusCode()).isEqualTo(400);
		assertThat(refused.body()).contains("The parameter &#39;url&#39; is not of this service",
				"has another origin than the service root");
		assertThat(explorer.get("/default/file?name=cover&url=" + RunningExplorer.encoded(other.baseUrl() + "things"))
			.statusCode()).isEqualTo(400);
		assertThat(explorer
			.get("/default/resource?url=" + RunningExplorer.encoded("//localhost:" + other.port() + "/things"))
			.statusCode()).isEqualTo(404);
		assertThat(other.requests()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://ann:s3cret@%srecipes/1", "HTTP://s3cret@%srecipes/1", "https://:s3cret@%s",
			"http://ann:s3cret@elsewhere.example/", "http://elsewhere.example/a b" })
	void urlThatCannotBeOfTheServiceIsRefused(String url) {
		String ours = service.baseUrl().toString().substring("http://".length());
		HttpResponse<String> refused = explorer
			.get("/default/resource?url=" + RunningExplorer.encoded(url.formatted(ours)));
		assertThat(refused.statusCode()).isEqualTo(400);
		assertThat(refused.body()).contains("The parameter &#39;url&#39;").doesNotContain("s3cret");
	}

	@Test
	void unknownNamesAreNotFound() {
		assertThat(explorer.get("/nonesuch").statusCode()).isEqualTo(404);
		assertThat(explorer.get("/default/type?id=nonesuch").statusCode()).isEqualTo(404);
		assertThat(explorer.get("/default/resource").statusCode()).isEqualTo(404);
		HttpResponse<String> missing = explorer.get("/default/resource?url=" + url("recipes/999"));
		assertThat(missing.statusCode()).isEqualTo(404);
		assertThat(missing.body()).contains("NotFound").contains("The requested resource does not exist.");
	}

	@Test
	void pagesAreNeitherStoredNorEmbeddedNorScripted() {
		HttpResponse<String> page = explorer.get("/default");
		assertThat(page.headers().firstValue("Cache-Control")).contains("no-store");
		assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
			.contains("default-src 'none'", "frame-ancestors 'none'")
			.doesNotContain("unsafe", "script-src");
		assertThat(page.headers().firstValue("Set-Cookie")).isEmpty();
		assertThat(page.body()).doesNotContain("<script", " style=", "onclick");
	}

	@Test
	void pageHasItsOwnRequestsOnly() {
		String path = "/default/resource?url=" + url("recipes/4");
		explorer.get(path);
		assertThat(explorer.get(path).body()).contains("Requests for this page", "1 request, 1 answered 304",
				"GET /1.0/recipes/4<", "class=\"chip revalidated\"");
		assertThat(explorer.get("").body()).contains("No requests.").doesNotContain("GET /1.0/recipes/4<");
	}

	@Test
	void journalHasTheLatestRequestsAndAChart() {
		explorer.get("/default/resource?url=" + url("recipes/4"));
		HttpResponse<String> journal = explorer.get("/journal.html");
		assertThat(journal.headers().allValues("Content-Security-Policy")).singleElement()
			.satisfies((policy) -> assertThat(policy).contains("default-src 'none'", "script-src 'self'"));
		assertThat(journal.body()).contains("GET /1.0/recipes/4<", "<svg class=\"chart\"",
				"data-refresh=\"/hyper-client/chart.html\"", "aria-live=\"polite\"");
		assertThat(explorer.get("/chart.html").body()).contains("<svg class=\"chart\"", "last minute")
			.doesNotContain("<html", "<h1");
	}

	@Test
	void journalIsRefusedWhereTheExplorerIs() {
		HttpResponse<String> page = explorer.get("/journal.html", "X-Forwarded-For", "203.0.113.9");
		assertThat(page.statusCode()).isEqualTo(403);
		assertThat(page.body()).doesNotContain("GET /1.0/");
	}

}
