package dev.hyperclient.cookbook.client;

import java.util.Map;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.test.AutoConfigureFakeService;
import dev.hyperclient.testservice.FakeService;
import org.htmlunit.WebClient;
import org.htmlunit.html.HtmlButton;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlTextArea;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages with a service that is declared for the test, as a user would write it.
 */
@SpringBootTest(properties = "cookbook.service.enabled=false")
@AutoConfigureMockMvc
@AutoConfigureFakeService
class PagesWithFakeServiceTests {

	static final FakeService service = FakeService.builder("cookbooks").type("dish", "dishes", (dish) -> {
		dish.text("name").key("name");
		dish.entry(Map.of("name", "Soup"));
	}).type("cookbook", "cookbooks", (cookbook) -> {
		cookbook.text("name").key("name");
		cookbook.entry(Map.of("name", "Everyday Soups"));
	}).type("recipe", "recipes", (recipe) -> {
		recipe.integer("id").text("instructions").link("dish", "dish").link("cookbook", "cookbook");
		recipe.entry(Map.of("id", 1, "instructions", "Boil.", "dish", "Soup", "cookbook", "Everyday Soups"));
		recipe.entry(Map.of("id", 2, "instructions", "Stir.", "dish", "Soup", "cookbook", "Everyday Soups"));
	}).start();

	@Autowired
	WebClient browser;

	@BeforeEach
	void showErrorPages() {
		this.browser.getOptions().setThrowExceptionOnFailingStatusCode(false);
		this.browser.getOptions().setJavaScriptEnabled(false);
	}

	@Test
	void homePageFetchesDishOfSeveralRecipesOnceAndRevalidatesIt() {
		assertThat(service).requestsOf(() -> this.browser.getPage("/")).hasSizeLessThanOrEqualTo(3);
		assertThat(service).received("GET", "/dishes/Soup").times(1);
		// Pages of a collection have no entity tag.
		assertThat(service).outcomesOf(() -> this.browser.getPage("/"))
			.containsExactly(CacheOutcome.MISS, CacheOutcome.REVALIDATED, CacheOutcome.MISS);
	}

	@Test
	void changeByOtherUserIsShownAsConflict() throws Exception {
		HtmlPage page = this.browser.getPage("/recipes/1");
		page.<HtmlTextArea>getHtmlElementById("instructions").setText("Mine.");
		service.change("recipes/1", Map.of("instructions", "Theirs."));
		HtmlPage refused = page.<HtmlButton>querySelector("#edit button").click();
		assertThat(refused.getWebResponse().getStatusCode()).isEqualTo(412);
		assertThat(refused.getElementById("stored-instructions").getTextContent()).isEqualTo("Theirs.");
		assertThat(service).didNotReceive("PATCH", "/recipes/1");
	}

	@Test
	void serviceThatIsDownIsReportedOnPage() throws Exception {
		service.faults().failNext(503, 100);
		// Not stored.
		HtmlPage page = this.browser.getPage("/recipes/2");
		assertThat(page.getWebResponse().getStatusCode()).isEqualTo(503);
		assertThat(page.asNormalizedText()).contains("503");
		service.faults().clear();
	}

}
