package dev.hyperclient.cookbook.browser;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages in a browser: accessibility in light and dark colours, the width of a phone,
 * and journeys of users.
 */
class BrowserTests extends BrowserTestBase {

	@ParameterizedTest
	@ValueSource(strings = { "/", "/cookbooks/new", "/cookbook?name=Everyday%20Greens", "/recipes/4", "/recipes/999",
			"/nope", "/faults", "/many-recipes", "/hyper-client", "/hyper-client/default",
			"/hyper-client/default/type?id=cookbook", "/hyper-client/default/graph",
			"/hyper-client/default/resource?url=recipes/4", "/hyper-client/default/resource?url=cookbooks",
			"/hyper-client/default/operation?url=cookbooks&name=create", "/hyper-client/journal.html" })
	void pageIsAccessibleInBothColourSchemesAndFitsPhone(String path) throws Exception {
		this.browser.open(path);
		assertThat(this.browser.accessibilityProblems()).isEmpty();
		assertThat(this.browser.overflow()).isEmpty();
		this.browser.emulate(390, 844, true);
		assertThat(this.browser.accessibilityProblems()).isEmpty();
		assertThat(this.browser.overflow()).isEmpty();
		assertThat(this.browser.driver().getTitle()).isNotBlank();
	}

	@Test
	void refusedFieldHasTheFocus() throws Exception {
		this.browser.open("/cookbooks/new");
		this.browser.find("#name").sendKeys("Everyday Greens");
		this.browser.submit("#create button");
		assertThat(this.browser.find("#name-error").getText()).contains("already exists");
		assertThat(this.browser.accessibilityProblems()).isEmpty();
		assertThat(active().getDomProperty("value")).isEqualTo("Everyday Greens");
	}

	@Test
	void keyboardAloneReachesAndSavesRecipe() {
		this.browser.open("/");
		press(Keys.TAB);
		assertThat(active().getText()).isEqualTo("Skip to content");
		press(Keys.ENTER);
		tabTo("a[href='/recipes/4']");
		press(Keys.ENTER);
		this.browser.waitUntil((page) -> !page.findAll("#edit").isEmpty());
		tabTo("#instructions");
		active().sendKeys(Keys.chord(Keys.CONTROL, "a"), "Bake.");
		tabTo("#edit button");
		press(Keys.ENTER);
		this.browser.waitUntil((page) -> page.find("p.note").getText().equals("The recipe was saved."));
	}

	@Test
	void faultsPageShowsProblemDetailAndRecovery() throws Exception {
		this.browser.emulate(390, 844, false);
		this.browser.open("/faults");
		this.browser.find("#conflict button").click();
		this.browser.waitUntil((page) -> Boolean.TRUE.equals(((JavascriptExecutor) page.driver())
			.executeScript("const box = document.getElementById('progress').getBoundingClientRect();"
					+ "return box.height > 0 && box.top >= 0 && box.bottom <= window.innerHeight;")));
		this.browser.waitUntil((page) -> page.find("#next").getText().startsWith("200"));
		assertThat(this.browser.find("#status").getText()).startsWith("409").contains("application/problem+json");
		assertThat(this.browser.find("#body").getText()).contains("\"status\": 409");
		assertThat(this.browser.findAll("#requests li")).last()
			.extracting(WebElement::getText)
			.isEqualTo("PATCH /1.0/recipes/4 412");
		assertThat(this.browser.accessibilityProblems()).isEmpty();
		assertThat(this.browser.overflow()).isEmpty();
		this.browser.find("#reset button").click();
		this.browser.waitUntil((page) -> !page.find("#result").isDisplayed());
		assertThat(this.browser.find("#progress").getText()).startsWith("Reset");
	}

	@ParameterizedTest
	@CsvSource({ "1280, 800", "390, 844" })
	void barsOfFourWaysAreOnFirstScreen(int width, int height) throws Exception {
		this.browser.emulate(width, height, width < 1000);
		this.browser.open("/");
		this.browser.waitUntil((page) -> !page.findAll("#bars[data-done]").isEmpty());
		List<Integer> requests = this.browser.findAll("#bars strong")
			.stream()
			.map((count) -> Integer.valueOf(count.getText()))
			.toList();
		assertThat(requests).hasSize(4).startsWith(140);
		assertThat(requests.get(3)).isLessThanOrEqualTo(2);
		assertThat(this.browser.find("#bars").getRect())
			.satisfies((bars) -> assertThat(bars.getY() + bars.getHeight()).isLessThanOrEqualTo(height));
	}

	@Test
	void coversOfAllCookbooksAreShown() {
		this.browser.open("/");
		this.browser.scrollTo("#cookbooks");
		List<WebElement> covers = this.browser.findAll("#cookbooks img");
		assertThat(covers).hasSize(7);
		this.browser.waitUntil((page) -> covers.stream()
			.allMatch((cover) -> Boolean.TRUE.equals(((JavascriptExecutor) page.driver())
				.executeScript("return arguments[0].naturalWidth > 0", cover))));
	}

	private void tabTo(String selector) {
		for (int i = 0; i < 60; i++) {
			press(Keys.TAB);
			if (Boolean.TRUE.equals(((JavascriptExecutor) this.browser.driver())
				.executeScript("return document.activeElement.matches(arguments[0])", selector))) {
				return;
			}
		}
		throw new AssertionError("The keyboard does not reach " + selector);
	}

	private WebElement active() {
		return this.browser.driver().switchTo().activeElement();
	}

	private void press(Keys key) {
		active().sendKeys(key);
	}

}
