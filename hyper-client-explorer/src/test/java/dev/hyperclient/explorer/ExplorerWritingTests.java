package dev.hyperclient.explorer;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Operations, changes and deletions by the forms of the explorer.
 */
class ExplorerWritingTests {

	private static final Pattern TAG = Pattern.compile("name=\"tag\" value=\"([^\"]*)\"");

	@AutoClose
	private static final FakeService service = Cookbooks.builder().start();

	@AutoClose
	private static final RunningExplorer explorer = RunningExplorer.start(service,
			"hyper-client.explorer.writable=true");

	@AutoClose
	private static final RunningExplorer readOnly = RunningExplorer.start(service);

	@BeforeEach
	void reset() {
		service.reset();
	}

	private static String url(String path) {
		return service.baseUrl() + path;
	}

	private static String operation(String path, String name) {
		return "/default/operation?url=" + RunningExplorer.encoded(url(path)) + "&name=" + name;
	}

	@Test
	void operationHasFormFromDescription() {
		assertThat(explorer.get(operation("cookbooks", "create")).body()).contains("Add a cookbook.")
			.containsPattern("<input type=\"text\"[^>]*name=\"p.name\"[^>]* required=\"required\"")
			.contains("The title on the cover.")
			.containsSubsequence("<select", "name=\"p.cuisine\"", "<option value=\"General\"",
					"<option value=\"Française\"")
			.containsPattern("<input type=\"date\"[^>]*name=\"p.printed\"")
			.contains("method=\"post\"");
		assertThat(explorer.get(operation("cookbooks/Soups", "find_recipes")).body()).contains("method=\"get\"")
			.containsSubsequence("name=\"p.search\"", "name=\"p.exact\"", "name=\"j.exact\"");
	}

	@Test
	void readingOperationIsInvokedByGet() {
		HttpResponse<String> result = readOnly
			.get(operation("cookbooks/Soups", "find_recipes") + "&invoke=1&p.search=Boil&p.exact=&start=25");
		assertThat(result.statusCode()).isEqualTo(200);
		assertThat(result.body()).contains("26 to 50 of 60").contains("Boil 26.").contains("value=\"Boil\"");
		assertThat(RunningExplorer.java(result.body())).first()
			.asString()
			.contains(".operation(\"find_recipes\")", ".with(\"search\", \"Boil\")")
			.doesNotContain("exact");
		assertThat(readOnly.get(operation("cookbooks/Soups", "best_recipe") + "&invoke=1").body()).contains("Boil 1.");
	}

	@Test
	void writingIsOffByDefault() {
		assertThat(readOnly.get(operation("cookbooks", "create")).statusCode()).isEqualTo(403);
		assertThat(
				readOnly.post("/default/operation", Map.of("url", url("cookbooks"), "name", "create", "p.name", "X")))
			.satisfies((response) -> assertThat(response.statusCode()).isEqualTo(403))
			.satisfies((response) -> assertThat(response.body()).contains("hyper-client.explorer.writable"));
		assertThat(readOnly.post("/default/delete", Map.of("url", url("recipes/4"))).statusCode()).isEqualTo(403);
		assertThat(readOnly.post("/default/edit", Map.of("url", url("recipes/4"))).statusCode()).isEqualTo(403);
		assertThat(service.entries("cookbooks")).hasSize(1);
		assertThat(service.entries("recipes")).hasSize(60);
	}

	@Test
	void writingOperationIsNotInvokedByGet() {
		explorer.get(operation("cookbooks", "create") + "&invoke=1&p.name=X");
		assertThat(service.entries("cookbooks")).hasSize(1);
	}

	@Test
	void operationCreatesEntry() {
		HttpResponse<String> created = explorer.post("/default/operation", Map.of("url", url("cookbooks"), "name",
				"create", "p.name", "Breads", "p.cuisine", "Française", "p.printed", "2026-02-03"));
		assertThat(created.statusCode()).as(created.body()).isEqualTo(200);
		assertThat(created.body()).contains("The entry <a", "cookbooks/Breads");
		assertThat(service.entries("cookbooks")).hasSize(2);
		assertThat(RunningExplorer.java(created.body())).containsExactly("""
				Entry result = root.collection("cookbooks")
					.operation("create")
					.with("name", "Breads")
					.with("cuisine", "Fran\\u00e7aise")
					.with("printed", "2026-02-03")
					.invoke().entry();""",
				"var result = root.cookbooks().create(\"Breads\", new Cookbooks.CreateOptions().cuisine(Cuisine.of(\"Fran\\u00e7aise\")).printed(LocalDate.parse(\"2026-02-03\")));");
	}

	@Test
	void errorIsShownAtFormThatKeepsItsValues() {
		HttpResponse<String> failed = explorer.post("/default/operation",
				Map.of("url", url("cookbooks/Soups"), "name", "rate", "p.stars", "many"));
		assertThat(failed.statusCode()).isBetween(400, 502);
		assertThat(failed.body()).contains("role=\"alert\"", "BadRequest", "400").contains("value=\"many\"");
	}

	@ParameterizedTest
	@CsvSource({ "[1, json, is not JSON", "five, number, is not a number" })
	void textOfAnotherKindIsMarkedAndNotSent(String text, String kind, String problem) {
		int before = service.requests().size();
		HttpResponse<String> wrong = explorer.post("/default/operation",
				Map.of("url", url("cookbooks/Soups"), "name", "rate", "p.stars", text, "j.stars", kind));
		assertThat(wrong.statusCode()).isEqualTo(400);
		assertThat(wrong.body()).contains("aria-invalid=\"true\"", "value=\"" + text + "\"")
			.containsSubsequence("<title>Error: rate", "role=\"alert\"", "Nothing was sent",
					"<a href=\"#p-stars\">stars</a>", "stars: " + problem);
		assertThat(service.requests().subList(before, service.requests().size()))
			.noneMatch((request) -> request.method().equals("POST"));
	}

	@Test
	void fileIsSent() {
		String boundary = "boundary";
		String body = "--%1$s\r\nContent-Disposition: form-data; name=\"url\"\r\n\r\n%2$s\r\n--%1$s\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nillustrate\r\n--%1$s\r\nContent-Disposition: form-data; name=\"p.picture\"; filename=\"soup.png\"\r\nContent-Type: image/png\r\n\r\nPICTURE\r\n--%1$s--\r\n"
			.formatted(boundary, url("cookbooks/Soups"));
		HttpResponse<String> sent = explorer
			.send(HttpRequest.newBuilder(explorer.uri("/hyper-client/default/operation"))
				.header("Content-Type", "multipart/form-data; boundary=" + boundary)
				.header("Sec-Fetch-Site", "same-origin")
				.POST(HttpRequest.BodyPublishers.ofString(body)));
		assertThat(sent.statusCode()).as(sent.body()).isEqualTo(200);
		assertThat(service.requests()).last()
			.satisfies((request) -> assertThat(request.body()).contains("PICTURE", "soup.png"));
		assertThat(sent.body()).contains("FileArgument.of(Path.of(&quot;soup.png&quot;))");
	}

	private static Map<String, String> form(String path) {
		return form(page(explorer, url(path)), url(path));
	}

	private static String page(RunningExplorer explorer, String url) {
		return explorer.get("/default/resource?url=" + RunningExplorer.encoded(url)).body();
	}

	private static Map<String, String> form(String page, String url) {
		Matcher tag = TAG.matcher(page);
		assertThat(tag.find()).isTrue();
		Map<String, String> form = new HashMap<>();
		form.put("url", url);
		form.put("tag", tag.group(1).replace("&quot;", "\""));
		return form;
	}

	private static Map<String, String> recipeForm(String instructions) {
		Map<String, String> form = form("recipes/4");
		form.putAll(Map.of("p.id", "4", "p.instructions", instructions, "p.cookbook_link", url("cookbooks/Soups")));
		return form;
	}

	@Test
	void changeSendsDifferences() {
		assertThat(save(recipeForm("Bake.\r\nServe."))).contains("Saved: instructions.")
			.contains("recipe.set(&quot;instructions&quot;, &quot;Bake.\\nServe.&quot;).save();");
		assertThat(service.entry("recipes/4").text("instructions")).isEqualTo("Bake.\nServe.");
		assertThat(service.requests()).filteredOn((request) -> request.method().equals("PATCH"))
			.last()
			.satisfies((request) -> assertThat(request.body()).doesNotContain("cookbook"));
	}

	@Test
	void changeOfChangedEntryIsNotSaved() {
		Map<String, String> form = recipeForm("Mine.");
		service.change("recipes/4", Map.of("instructions", "Theirs."));
		HttpResponse<String> conflict = explorer.post("/default/edit", form);
		assertThat(conflict.statusCode()).isEqualTo(412);
		assertThat(conflict.body()).contains("Theirs.", "Mine.", "Nothing was saved");
		assertThat(service.entry("recipes/4").text("instructions")).isEqualTo("Theirs.");
	}

	@Test
	void changeKeepsKindsOfValues() {
		Map<String, String> form = cookbookForm();
		form.putAll(Map.of("p.price", "13.75", "p.extra", "{\"pages\": 200}"));
		save(form);
		assertThat(service.entry("cookbooks/Soups").get("price")).hasToString("13.75");
		assertThat(service.entry("cookbooks/Soups").get("extra")).hasToString("{pages=200}");
	}

	@Test
	void valueIsReplacedByNullAndNullStaysNull() {
		for (String text : new String[] { "2020-01-31", "" }) {
			Map<String, String> form = cookbookForm();
			form.putAll(Map.of("p.printed", text, "n.printed", "null"));
			save(form);
			assertThat(service.entry("cookbooks/Soups").get("printed")).isNull();
		}
	}

	@Test
	void valueThatContradictsItsDescriptionIsShownAndKept() throws IOException {
		try (FakeService other = Cookbooks.described(service, (wadl) -> wadl.replace("\"General\"", "\"Far&#10;East\""))
			.entry("cookbooks/Breads", "cookbook",
					Map.of("name", "Breads", "cuisine", "Fusion", "printed", "2020-01-31T10:00"))
			.entry("cookbooks/Pies", "cookbook", Map.of("name", "Pies", "cuisine", "Far\nEast"))
			.start(); RunningExplorer pages = RunningExplorer.start(other, "hyper-client.explorer.writable=true")) {
			assertThat(page(pages, other.baseUrl() + "cookbooks/Pies"))
				.containsPattern("<select[^>]*name=\"p.cuisine\"")
				.containsPattern("<option[^>]*selected=\"selected\"[^>]*>Far\nEast</option>");
			String url = other.baseUrl() + "cookbooks/Breads";
			String page = page(pages, url);
			assertThat(page).containsPattern("<input type=\"text\"[^>]*name=\"p.cuisine\" value=\"Fusion\"")
				.containsPattern("<input type=\"text\"[^>]*name=\"p.printed\" value=\"2020-01-31T10:00\"");
			Map<String, String> form = form(page, url);
			form.putAll(Map.of("p.name", "Loaves", "p.cuisine", "Fusion", "p.printed", "2020-01-31T10:00", "n.price",
					"null", "n.extra", "null"));
			assertThat(save(pages, form)).contains("Saved: name.");
		}
	}

	@Test
	void refusedChangeShowsErrorAndKeepsValues() {
		service.faults().failNext("PATCH", "/recipes/4", 400);
		HttpResponse<String> failed = explorer.post("/default/edit", recipeForm("Kept."));
		assertThat(failed.body()).contains("BadRequest", "Kept.");
		assertThat(service.entry("recipes/4").text("instructions")).isEqualTo("Boil 4.");
	}

	@Test
	void entryIsDeleted() {
		assertThat(explorer.post("/default/delete", Map.of("url", url("recipes/4"))).body()).contains("recipes/4");
		assertThat(service.entries("recipes")).hasSize(59);
	}

	@Test
	void refusedTextThatLooksLikeANumberIsSentAsNumberNext() {
		Map<String, String> form = new HashMap<>(
				Map.of("url", url("cookbooks/Soups"), "name", "rate", "p.stars", "5", "j.stars", "text"));
		HttpResponse<String> refused = explorer.post("/default/operation", form);
		assertThat(refused.body()).containsSubsequence("<title>Error: rate", "<a href=\"#p-stars\">stars</a>")
			.containsPattern("<option value=\"number\" selected=\"selected\">")
			.contains("The service may expect a number, which is chosen now: send it again.",
					"Send<span class=\"hidden\"> stars</span> as");
		assertThat(refused.body().split("stars: ", -1)).as("the message in the answer and at the field").hasSize(3);
		assertThat(RunningExplorer.java(refused.body())).first().asString().contains(".with(\"stars\", 5)");
		form.put("j.stars", "number");
		HttpResponse<String> sent = explorer.post("/default/operation", form);
		assertThat(sent.statusCode()).as(sent.body()).isEqualTo(200);
		assertThat(RunningExplorer.java(sent.body())).first().asString().contains(".with(\"stars\", 5)");
		form.put("j.stars", "json");
		assertThat(explorer.post("/default/operation", form).statusCode()).isEqualTo(200);
	}

	@Test
	void wrongValueOfAnEntryIsReportedAboveTheForm() {
		Map<String, String> form = cookbookForm();
		form.put("p.price", "abc");
		HttpResponse<String> wrong = explorer.post("/default/edit", form);
		assertThat(wrong.statusCode()).isEqualTo(400);
		assertThat(wrong.body()).containsSubsequence("<title>Error: cookbooks/Soups", "role=\"alert\"",
				"<a href=\"#p-price\">price</a>", "<details open", "price: is not a number");
	}

	private static Map<String, String> cookbookForm() {
		Map<String, String> form = form("cookbooks/Soups");
		form.putAll(Map.of("p.name", "Soups", "p.cuisine", "General", "p.printed", "2020-01-31", "p.price", "12.5",
				"p.extra", "{\"pages\": 100}"));
		return form;
	}

	private static String save(Map<String, String> form) {
		return save(explorer, form);
	}

	/** Save an entry, and return the page after that. */
	private static String save(RunningExplorer explorer, Map<String, String> form) {
		HttpResponse<String> saved = explorer.post("/default/edit", form);
		assertThat(saved.statusCode()).as(saved.body()).isEqualTo(200);
		return saved.body();
	}

}
