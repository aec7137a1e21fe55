package dev.hyperclient.cookbook.client;

import org.htmlunit.html.HtmlAnchor;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlTable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The home page and the pages of collections and entries.
 */
class PageTests extends SampleApplicationTestBase {

	@Test
	void homePageListsCollectionsAndEntriesOfRoot() throws Exception {
		HtmlPage page = open("/");
		assertThat(page.getElementById("url").getTextContent()).isEqualTo(this.service.baseUrl() + "1.0/");
		assertThat(page.querySelectorAll("a.collection")).extracting((link) -> link.getTextContent().strip())
			.containsExactly("cookbooks", "dishes", "recipes");
		assertThat(page.querySelectorAll("a.entry")).extracting((link) -> link.getTextContent().strip())
			.containsExactly("featured_cookbook");
	}

	@Test
	void homePageShowsRecipesWithDishes() throws Exception {
		HtmlTable recipes = open("/").querySelector("#recipes table");
		assertThat(recipes.getRowCount()).isEqualTo(6);
		assertThat(recipes.getCellAt(1, 1).getTextContent()).isEqualTo("Roast chicken");
		assertThat(recipes.getCellAt(4, 1).getTextContent()).isEqualTo("Baked beans");
		assertThat(recipes.getCellAt(4, 2).getTextContent()).startsWith("Preheat oven to");
	}

	@Test
	void secondRequestIsAnsweredWith304() throws Exception {
		open("/");
		String cost = open("/").getElementById("cost").getTextContent();
		assertThat(cost).isEqualTo("This page cost 7 requests, 3 of them answered 304.");
	}

	@Test
	void formCreatesCookbook() throws Exception {
		HtmlPage created = create("Crème & <b>brûlée</b>");
		assertThat(note(created)).isEqualTo("“Crème & <b>brûlée</b>” was created.");
		assertThat(created.getElementById("cookbooks").getTextContent()).contains("Crème & <b>brûlée</b>")
			.contains("8 of 8");
	}

	@Test
	void duplicateNameIsReported() throws Exception {
		HtmlPage refused = create("Everyday Greens");
		assertThat(problem(refused)).isEqualTo("A cookbook called \"Everyday Greens\" already exists.");
	}

	@Test
	void collectionAndEntryPagesAreLinked() throws Exception {
		HtmlAnchor dishes = open("/").querySelector("a.collection[href='/collections/dishes']");
		assertThat(dishes.<HtmlPage>click().asNormalizedText()).contains("Foies de voilaille en aspic")
			.contains("This page cost 1 requests");
		HtmlAnchor featured = open("/").querySelector("a.entry");
		assertThat(featured.<HtmlPage>click().asNormalizedText()).contains("Mastering the Art of French Cooking")
			.contains("(hidden)");
	}

	@Test
	void unknownCollectionIsNotFound() throws Exception {
		HtmlPage page = open("/collections/cakes");
		assertThat(page.getWebResponse().getStatusCode()).isEqualTo(404);
		assertThat(page.asNormalizedText()).contains("NoSuchAttributeException")
			.contains("object has no attribute 'cakes'");
	}

	@Test
	void actuatorHasHealthAndMeters() throws Exception {
		assertThat(text("/actuator/health")).contains("\"hyperClient\"").contains("\"status\":\"UP\"");
		assertThat(text("/actuator/metrics/hyper.client.cache?tag=outcome:miss")).contains("\"client\"");
		assertThat(text("/counts")).contains("\"requests\":").contains("\"notModified\":").contains("\"hits\":");
	}

	private HtmlPage create(String name) throws Exception {
		HtmlPage page = open("/");
		HtmlForm form = page.querySelector("#cookbooks form");
		form.getInputByName("name").setValue(name);
		return press(page, "#cookbooks form button");
	}

	private String text(String path) throws Exception {
		return this.browser.getPage(url(path)).getWebResponse().getContentAsString();
	}

}
