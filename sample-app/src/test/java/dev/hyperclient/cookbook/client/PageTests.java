package dev.hyperclient.cookbook.client;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlAnchor;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlOption;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSelect;
import org.htmlunit.html.HtmlTable;
import org.htmlunit.html.HtmlTextArea;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The home page, the form of a new cookbook, errors, and the journal below the pages.
 */
class PageTests extends SampleApplicationTestBase {

	@Test
	void homePageShowsTheServiceItsRecipesAndThePages() throws Exception {
		this.browser.getOptions().setJavaScriptEnabled(false);
		HtmlPage page = open("/");
		assertThat(page.<DomElement>querySelector("h1").getTextContent())
			.isEqualTo("Cookbooks, dishes and recipes as Java objects");
		assertThat(page.querySelectorAll("nav a")).extracting((link) -> link.asNormalizedText())
			.containsExactly("Hyper Client Sample", "Cookbooks", "Recipes", "200 recipes", "Explorer", "Faults");
		assertThat(page.querySelectorAll("pre")).extracting((code) -> code.getTextContent())
			.anyMatch((code) -> code.contains("root.collection(\"recipes\").get(4)"));
		assertThat(page.getElementById("url").getTextContent()).isEqualTo(this.service.baseUrl() + "1.0/");
		assertThat(page.querySelectorAll("a.collection")).extracting((link) -> link.getTextContent().strip())
			.containsExactly("cookbooks", "dishes", "recipes");
		assertThat(page.querySelectorAll("a.entry")).extracting((link) -> link.getTextContent().strip())
			.containsExactly("featured_cookbook");
		assertThat(page.querySelectorAll("a.all-requests[href='/hyper-client/journal.html']")).hasSize(1);
		HtmlTable recipes = page.querySelector("#recipes table");
		assertThat(recipes.getRowCount()).isEqualTo(6);
		assertThat(recipes.getCellAt(4, 1).getTextContent()).isEqualTo("Baked beans");
		assertThat(recipes.getCellAt(4, 2).getTextContent()).startsWith("Preheat oven to");
	}

	@Test
	void secondRequestIsAnsweredWith304() throws Exception {
		open("/");
		String cost = open("/").getElementById("cost").getTextContent();
		assertThat(cost).startsWith("7 requests, 3 answered 304, ").endsWith(" kB not transferred again.");
	}

	@Test
	void formCreatesCookbook() throws Exception {
		HtmlPage created = create("Crème & <b>brûlée</b>");
		assertThat(note(created)).isEqualTo("“Crème & <b>brûlée</b>” was created.");
		assertThat(created.getElementById("cookbooks").getTextContent()).contains("Crème & <b>brûlée</b>")
			.contains("8 of 8");
	}

	@Test
	void duplicateNameIsReportedAtItsFieldAndValuesAreKept() throws Exception {
		HtmlPage page = open("/cookbooks/new");
		set(page, "name", "Everyday Greens");
		page.<HtmlSelect>getHtmlElementById("cuisine").setSelectedAttribute("Dessert", true);
		set(page, "copyrightDate", "1999-12-31");
		set(page, "price", "7.25");
		HtmlPage refused = press(page, "#create button");
		assertThat(refused.getWebResponse().getStatusCode()).isEqualTo(400);
		assertThat(refused.getElementById("name-error").getTextContent())
			.isEqualTo("A cookbook called \"Everyday Greens\" already exists.");
		assertThat(refused.getElementById("name").getAttribute("aria-invalid")).isEqualTo("true");
		assertThat(values(refused)).startsWith("Everyday Greens", "1999-12-31").endsWith("7.25");
		assertThat(refused.<HtmlSelect>getHtmlElementById("cuisine").getSelectedOptions())
			.extracting(HtmlOption::getText)
			.containsExactly("Dessert");
	}

	@Test
	void refusedValuesAreKeptWithTheirErrors() throws Exception {
		HtmlPage refused = create(Map.of("name", "Pricey", "price", "1e400", "copyrightDate", "31.12.1999"));
		assertThat(values(refused)).startsWith("Pricey", "31.12.1999").endsWith("1e400");
		assertThat(refused.getElementById("copyright-error").getTextContent()).startsWith("Not a date.");
		assertThat(refused.getElementById("printing-error")).isNull();
		assertThat(refused.getElementById("price-error").getTextContent()).startsWith("Not a price.");
	}

	@Test
	void collectionsAndEntriesLeadIntoTheExplorer() throws Exception {
		HtmlPage home = open("/");
		HtmlAnchor dishes = home.querySelector("a.collection[href$='dishes']");
		assertThat(dishes.<HtmlPage>click().asNormalizedText()).contains("Foies de voilaille en aspic");
		HtmlAnchor featured = home.querySelector("a.entry");
		assertThat(featured.<HtmlPage>click().asNormalizedText()).contains("Mastering the Art of French Cooking");
	}

	@Test
	void homePageWithoutServiceKeepsItsTextsAndLinks() throws Exception {
		this.root.cache().clear();
		this.service.faults().failNext(503, 100);
		HtmlPage page = open("/");
		assertThat(page.getWebResponse().getStatusCode()).isEqualTo(503);
		assertThat(page.getElementById("failure").asNormalizedText()).contains("The service answered with 503",
				"Try again", "Faults");
		assertThat(page.querySelectorAll(".lead")).hasSize(1);
		assertThat(page.querySelectorAll("[aria-labelledby=try] a")).extracting((link) -> link.getTextContent())
			.containsExactly("Read 200 recipes", "Explore the service", "Break it");
		this.service.faults().clear();
		assertThat(open("/").getElementById("failure")).isNull();
	}

	@Test
	void homePageShowsMedianAndPercentileOfCalls() throws Exception {
		open("/");
		DomElement calls = open("/").querySelector("[aria-labelledby=times] table");
		// The slowest calls of the application, which other tests have used: of which
		// kind they are depends on the machine.
		assertThat(calls.asNormalizedText()).contains("Median", "95 %", " ms")
			.containsPattern("(get|list|read|save|create|write) \\w+\\s+(miss|revalidated|bypass)");
		assertThat(calls.querySelectorAll("rect.p95")).isNotEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "/nope,404,There is no such page", "/cookbook,400,The request is invalid",
			"/recipes/999,404,There is no recipe 999", "/cookbook?name=Nope,404,There is no cookbook “Nope”",
			"/recipes/5,403,Only users with credentials may see this" })
	void errorsHavePagesOfTheirOwn(String path, int status, String heading) throws Exception {
		HtmlPage page = open(path);
		assertThat(page.getWebResponse().getStatusCode()).isEqualTo(status);
		assertThat(page.<DomElement>querySelector("h1").getTextContent()).isEqualTo(heading);
		assertThat(page.<DomElement>querySelector("header nav")).isNotNull();
		assertThat(page.asNormalizedText()).doesNotContain("Response headers").doesNotContain("Whitelabel");
	}

	@Test
	void journalAfterAFormHasTheRequestsOfTheForm() throws Exception {
		HtmlPage page = open("/recipes/4");
		page.<HtmlTextArea>getHtmlElementById("instructions").setText("Whisk.");
		HtmlPage saved = press(page, "#edit button");
		assertThat(saved.getElementById("journal").asNormalizedText()).contains("PATCH /1.0/recipes/4");
		assertThat(open("/recipes/4").getElementById("journal").asNormalizedText()).doesNotContain("PATCH");
	}

	@Test
	void journalHasTextOfTheServiceNotAsMarkup() throws Exception {
		HtmlPage page = open("/cookbook?name=%3Cscript%3Ealert(1)%3C/script%3E");
		assertThat(page.getWebResponse().getContentAsString()).doesNotContain("<script>alert");
		assertThat(page.getElementById("journal").asNormalizedText()).contains("%3Cscript%3E");
	}

	private HtmlPage create(String name) throws Exception {
		return create(Map.of("name", name));
	}

	private HtmlPage create(Map<String, String> values) throws Exception {
		HtmlPage page = open("/cookbooks/new");
		values.forEach((field, value) -> set(page, field, value));
		return press(page, "#create button");
	}

	private static void set(HtmlPage page, String field, String value) {
		page.<HtmlInput>getHtmlElementById(field).setValue(value);
	}

	private static List<String> values(HtmlPage page) {
		return Stream.of("name", "copyrightDate", "lastPrinting", "price")
			.map((id) -> page.<HtmlInput>getHtmlElementById(id).getValue())
			.toList();
	}

}
