package dev.hyperclient.cookbook.library;

import java.time.Duration;
import java.util.List;

import org.awaitility.Awaitility;
import org.htmlunit.WebClient;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlButton;
import org.htmlunit.html.HtmlCheckBoxInput;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSelect;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.annotation.DirtiesContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page that compares ways to read 200 recipes.
 */
@SpringBootTest(properties = "cookbook.service.port=0")
@AutoConfigureMockMvc
@DirtiesContext
class RecipeWalkTests {

	@Autowired
	private WebClient browser;

	@Autowired
	private LibraryService library;

	@BeforeEach
	void waitForOtherWalks() throws Exception {
		this.library.answerAfter(Duration.ofMillis(1));
		this.browser.getOptions().setJavaScriptEnabled(false);
		results();
	}

	@Test
	void prefetchFetchesEachDishOnceAndKeptCacheNeedsNoRequest() throws Exception {
		read(200, "prefetch");
		assertThat(latest()).contains("Pages of 200, prefetch", "101 requests");
		HtmlPage page = read(200, "prefetch", "keepCache");
		assertThat(page.<HtmlCheckBoxInput>getHtmlElementById("prefetch").isChecked()).isTrue();
		assertThat(page.<HtmlCheckBoxInput>getHtmlElementById("readAhead").isChecked()).isFalse();
		assertThat(page.<HtmlSelect>getHtmlElementById("pageSize").getSelectedOptions().get(0).getText())
			.isEqualTo("200");
		assertThat(latest()).contains("Pages of 200, prefetch, cache kept", "0 requests").endsWith("101");
	}

	@Test
	void prefetchAndReadAheadSaveNoRequests() throws Exception {
		read(5, "prefetch", "readAhead");
		assertThat(latest()).contains("140 requests");
		read(100, "prefetch", "readAhead", "keepCache");
		assertThat(latest()).contains("2 requests").endsWith("100");
		read(100, "prefetch", "readAhead", "keepCache");
		assertThat(latest()).contains("0 requests").endsWith("102");
	}

	@Test
	void listThatIsFreshForAnHourIsUpToDateAfterASave() throws Exception {
		read(100, "prefetch");
		results();
		HtmlPage page = this.browser.getPage("/many-recipes");
		page = page.<HtmlButton>querySelector("#change button").click();
		String saved = page.querySelector("#change [role=status]").getTextContent().replace("Saved: ", "");
		assertThat(saved).contains("times changed");
		read(100, "prefetch", "keepCache");
		assertThat(latest()).contains(saved, "2 requests");
		read(100, "prefetch", "keepCache");
		assertThat(latest()).contains(saved, "0 requests");
	}

	@Test
	void secondStartIsRefusedWhileRecipesAreRead() throws Exception {
		// A walk has a hundred requests.
		this.library.answerAfter(Duration.ofSeconds(1));
		read(200);
		int rows = results(false).size();
		HtmlPage page = read(200);
		this.library.answerAfter(Duration.ofMillis(1));
		assertThat(page.<DomElement>querySelector("p.problem").getTextContent()).contains("Wait until that ends");
		assertThat(results(false)).hasSize(rows);
	}

	@Test
	void unknownPageSizeIsReplaced() {
		assertThat(new WalkSettings(false, false, 1_000_000, false).pageSize()).isEqualTo(5);
	}

	private HtmlPage read(int pageSize, String... switches) throws Exception {
		HtmlPage page = this.browser.getPage("/many-recipes");
		page.<HtmlSelect>getHtmlElementById("pageSize").setSelectedAttribute(String.valueOf(pageSize), true);
		for (String name : switches) {
			page.<HtmlCheckBoxInput>getHtmlElementById(name).setChecked(true);
		}
		return page.<HtmlButton>querySelector("#walk button").click();
	}

	private String latest() throws Exception {
		List<String> rows = results();
		return rows.get(rows.size() - 1);
	}

	/** Return the rows of the table when nothing is running. */
	private List<String> results() throws Exception {
		return results(true);
	}

	private List<String> results(boolean done) throws Exception {
		return Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
			HtmlPage page = this.browser.getPage("/many-recipes");
			return (!done || page.getElementById("walks").hasAttribute("data-done")) ? rows(page) : null;
		}, (rows) -> rows != null);
	}

	private static List<String> rows(HtmlPage page) {
		return page.querySelectorAll("#walks tbody tr").stream().map((row) -> row.asNormalizedText()).toList();
	}

}
