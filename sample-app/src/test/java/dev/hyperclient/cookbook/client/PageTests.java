package dev.hyperclient.cookbook.client;

import java.nio.file.Path;

import dev.hyperclient.cookbook.service.CookbookService;
import org.htmlunit.WebClient;
import org.htmlunit.html.HtmlAnchor;
import org.htmlunit.html.HtmlButton;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlTable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page in a browser, on top of the whole application.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = { "cookbook.service.port=0" })
class PageTests {

	@TempDir
	static Path cache;

	@LocalServerPort
	private int port;

	@Autowired
	private CookbookService service;

	private final WebClient browser = new WebClient();

	@DynamicPropertySource
	static void useAFreshCache(DynamicPropertyRegistry registry) {
		registry.add("hyper-client.cache.directory", cache::toString);
	}

	@BeforeEach
	void reset() {
		this.service.reset();
		this.browser.getOptions().setThrowExceptionOnFailingStatusCode(false);
	}

	@AfterEach
	void closeBrowser() {
		this.browser.close();
	}

	@Test
	void showsWhatTheRootOffers() throws Exception {
		HtmlPage page = open("/");
		assertThat(page.getElementById("address").getTextContent()).isEqualTo(this.service.baseUrl() + "1.0/");
		assertThat(page.querySelectorAll("a.collection")).extracting((link) -> link.getTextContent().strip())
			.containsExactly("cookbooks", "dishes", "recipes");
		assertThat(page.querySelectorAll("a.entry")).extracting((link) -> link.getTextContent().strip())
			.containsExactly("featured_cookbook");
	}

	@Test
	void showsTheRecipesWithTheirDishes() throws Exception {
		HtmlTable recipes = open("/").querySelector("#recipes table");
		assertThat(recipes.getRowCount()).isEqualTo(6);
		assertThat(recipes.getCellAt(1, 1).getTextContent()).isEqualTo("Roast chicken");
		assertThat(recipes.getCellAt(4, 1).getTextContent()).isEqualTo("Baked beans");
		assertThat(recipes.getCellAt(4, 2).getTextContent()).startsWith("Preheat oven to");
	}

	@Test
	void aSecondLookIsAnsweredWith304() throws Exception {
		open("/");
		String cost = open("/").getElementById("cost").getTextContent();
		assertThat(cost).isEqualTo("This page cost 7 requests, 3 of them answered 304.");
	}

	@Test
	void aFormMakesACookbook() throws Exception {
		HtmlPage made = create("Crème & <b>brûlée</b>");
		assertThat(made.<org.htmlunit.html.DomElement>querySelector("p.note").getTextContent())
			.isEqualTo("“Crème & <b>brûlée</b>” was created.");
		assertThat(made.getElementById("cookbooks").getTextContent()).contains("Crème & <b>brûlée</b>")
			.contains("8 of 8");
	}

	@Test
	void aNameThatIsTakenIsSaidSo() throws Exception {
		HtmlPage refused = create("Everyday Greens");
		assertThat(refused.<org.htmlunit.html.DomElement>querySelector("p.problem").getTextContent())
			.isEqualTo("A cookbook called \"Everyday Greens\" already exists.");
	}

	@Test
	void aCollectionAndAnEntryAreALinkAway() throws Exception {
		HtmlAnchor dishes = open("/").querySelector("a.collection[href='/collections/dishes']");
		assertThat(dishes.<HtmlPage>click().asNormalizedText()).contains("Foies de voilaille en aspic")
			.contains("This page cost 1 requests");
		HtmlAnchor featured = open("/").querySelector("a.entry");
		assertThat(featured.<HtmlPage>click().asNormalizedText()).contains("Mastering the Art of French Cooking")
			.contains("(hidden)");
	}

	@Test
	void whatTheServiceDoesNotHaveIsSaidSo() throws Exception {
		HtmlPage page = open("/collections/cakes");
		assertThat(page.getWebResponse().getStatusCode()).isEqualTo(404);
		assertThat(page.asNormalizedText()).contains("NoSuchAttributeException")
			.contains("object has no attribute 'cakes'");
	}

	@Test
	void healthAndMetersAreInTheActuator() throws Exception {
		assertThat(text("/actuator/health")).contains("\"hyperClient\"").contains("\"status\":\"UP\"");
		assertThat(text("/actuator/metrics/hyper.client.cache?tag=outcome:miss")).contains("\"client\"");
		assertThat(text("/counts")).contains("\"requests\":").contains("\"notModified\":").contains("\"hits\":");
	}

	private HtmlPage create(String name) throws Exception {
		HtmlPage page = open("/");
		HtmlForm form = page.querySelector("#cookbooks form");
		form.getInputByName("name").setValue(name);
		HtmlButton button = form.querySelector("button");
		return button.click();
	}

	private HtmlPage open(String path) throws Exception {
		return this.browser.getPage("http://localhost:" + this.port + path);
	}

	private String text(String path) throws Exception {
		return this.browser.getPage("http://localhost:" + this.port + path).getWebResponse().getContentAsString();
	}

}
