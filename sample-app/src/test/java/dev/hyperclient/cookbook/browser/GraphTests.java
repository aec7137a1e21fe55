package dev.hyperclient.cookbook.browser;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import dev.hyperclient.cookbook.OddServices;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.Point;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chromium.ChromiumDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.PointerInput;
import org.openqa.selenium.interactions.Sequence;
import org.openqa.selenium.interactions.WheelInput;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The explorer's graph of types in a browser: of the small service of the sample, of
 * services with hundreds of types, and of one with odd names.
 */
class GraphTests extends BrowserTestBase {

	private static final String SMALL = "/hyper-client/default/graph";

	@BeforeEach
	void forgetConsole() {
		console();
	}

	/** It would have what the content security policy refuses. */
	@AfterEach
	void consoleIsEmpty() {
		assertThat(console()).isEmpty();
	}

	private List<LogEntry> console() {
		return this.browser.driver().manage().logs().get(LogType.BROWSER).getAll();
	}

	@Test
	void arrowsLeadFromTypeToType() {
		open(SMALL);
		assertThat(status()).matches("\\d+ of \\d+ types, \\d+ arrows");
		assertThat(shown("nodes", "one.id()")).contains("service-root", "cookbook", "recipe", "dish")
			.doesNotContain("recipes");
		assertThat(shown("edges", "one.source().id() + ' ' + one.target().id()")).contains("recipe dish",
				"cookbook recipe", "service-root recipe");
		assertThat(shown("edges", "one.style('target-arrow-shape')")).containsOnly("triangle");
		assertThat(shown("nodes", "one.style('label')")).contains("cookbook", "recipe", "dish");
		assertThat(shown("edges", "one.style('label')")).containsOnly("");
		check("names");
		assertThat(shown("edges", "one.style('label')")).contains("dish");
		check("collections");
		ready();
		assertThat(shown("nodes", "one.id()")).contains("recipes");
		assertThat(shown("edges", "one.source().id() + ' ' + one.target().id()"))
			.contains("service-root cookbooks", "cookbooks cookbook")
			.doesNotContain("service-root recipe");
	}

	@Test
	void filterReducesGraphAndList() {
		open(SMALL);
		this.browser.find("#filter").sendKeys("Recip");
		this.browser.waitUntil((page) -> status().startsWith("1 of "));
		assertThat(shown("nodes", "one.id()")).containsExactly("recipe");
		assertThat(this.browser.findAll("#types > li").stream().filter(WebElement::isDisplayed)).singleElement()
			.satisfies((row) -> assertThat(row.getDomAttribute("data-type")).isEqualTo("recipe"));
		this.browser.find("#filter").sendKeys(Keys.ENTER);
		this.browser.waitUntil((page) -> shown("nodes", "one.id()").contains("dish"));
		assertThat(this.browser.find("#selection h2").getText()).isEqualTo("recipe");
		assertThat(this.browser.driver().getCurrentUrl()).endsWith("#near:recipe");
		this.browser.find("#selection p a").click();
		this.browser.waitUntil(
				(page) -> !status().startsWith("Arranging") && page.driver().getCurrentUrl().endsWith("#type:recipe"));
		assertThat(shown("nodes", "one.id()")).contains("service-root");
	}

	@Test
	void keysMoveAndZoom() {
		open(SMALL);
		WebElement graph = this.browser.find("#graph");
		double zoom = number("cy.zoom()");
		double left = number("cy.pan().x");
		double top = number("cy.pan().y");
		graph.sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_DOWN);
		assertThat(number("cy.pan().x")).isLessThan(left);
		assertThat(number("cy.pan().y")).isLessThan(top);
		graph.sendKeys("+", "+");
		assertThat(number("cy.zoom()")).isGreaterThan(zoom);
		graph.sendKeys("-");
		graph.sendKeys("0");
		assertThat(number("cy.zoom()")).isEqualTo(zoom);
		assertThat(number("cy.pan().x")).isEqualTo(left);
		this.browser.find("#zoom-out").click();
		assertThat(number("cy.zoom()")).isLessThan(zoom);
		this.browser.find("#fit").click();
		assertThat(number("cy.zoom()")).isEqualTo(zoom);
	}

	@Test
	void pointerSelectsMovesAndZooms() throws IOException {
		// So high that nothing scrolls.
		this.browser.emulate(1280, 1200, false);
		open(SMALL);
		Point dish = place("dish");
		new Actions(this.browser.driver()).moveToLocation(dish.x, dish.y).click().perform();
		this.browser.waitUntil((page) -> page.find("#selection h2").getText().equals("dish"));
		assertThat(this.browser.find("#selection").getText()).contains("Linked from", "recipe (dish)");
		assertThat(shown("nodes", "one.id() + ' ' + one.classes().includes('near')")).contains("dish true",
				"recipe true", "cookbook false");
		assertThat(shown("nodes('.far')", "one.style('opacity')")).isNotEmpty().doesNotContain("1");
		assertThat(shown("edges('.near')", "one.style('label')")).contains("dish");
		assertThat(this.browser.accessibilityProblems()).isEmpty();
		WebElement graph = this.browser.find("#graph");
		new Actions(this.browser.driver()).moveToElement(this.browser.find("#filter")).perform();
		graph.sendKeys(Keys.ESCAPE);
		this.browser.waitUntil((page) -> shown("nodes('.far')", "one.id()").isEmpty());
		double left = number("cy.pan().x");
		new Actions(this.browser.driver())
			.moveToElement(graph, 30 - graph.getSize().width / 2, 30 - graph.getSize().height / 2)
			.clickAndHold()
			.moveByOffset(20, 15)
			.moveByOffset(20, 15)
			.moveByOffset(20, 15)
			.release()
			.perform();
		this.browser.waitUntil((page) -> Math.abs(number("cy.pan().x") - left) > 20);
		double zoom = number("cy.zoom()");
		new Actions(this.browser.driver()).scrollFromOrigin(WheelInput.ScrollOrigin.fromElement(graph), 0, -200)
			.perform();
		this.browser.waitUntil((page) -> number("cy.zoom()") > zoom);
	}

	@Test
	void linksOfSelectionLeadToNeighbours() {
		open(SMALL + "#type:%");
		open(SMALL + "#type:recipe");
		assertThat(this.browser.find("#selection").getText()).contains("Links to", "dish (dish)", "Linked from");
		this.browser.find("#selection a[href='#type:dish']").sendKeys(Keys.ENTER);
		this.browser.waitUntil((page) -> page.find("#selection h2").getText().equals("dish"));
		assertThat(this.browser.driver().switchTo().activeElement().getText()).isEqualTo("dish");
		this.browser.driver().navigate().back();
		this.browser.waitUntil((page) -> page.find("#selection h2").getText().equals("recipe"));
		this.browser.submit("#selection h2 a");
		assertThat(this.browser.find("h1").getText()).isEqualTo("recipe");
	}

	@Test
	void fingerMovesAndSelectsOnPhone() {
		this.browser.emulate(390, 844, false);
		open(SMALL);
		this.browser.scrollTo("#graph");
		PointerInput finger = new PointerInput(PointerInput.Kind.TOUCH, "finger");
		double left = number("cy.pan().x");
		((ChromiumDriver) this.browser.driver()).perform(List.of(drag(finger, new Point(40, 80), 60)));
		this.browser.waitUntil((page) -> number("cy.pan().x") > left);
		Point dish = place("dish");
		((ChromiumDriver) this.browser.driver()).perform(List.of(drag(finger, dish, 0)));
		this.browser.waitUntil((page) -> page.find("#selection h2").getText().equals("dish"));
		assertThat(this.browser.overflow()).isEmpty();
	}

	@Test
	void coloursFollowThoseOfThePage() {
		open(SMALL);
		List<String> light = shown("nodes", "one.style('background-color')");
		this.browser.emulate(1280, 900, true);
		this.browser.waitUntil((page) -> !shown("nodes", "one.style('background-color')").equals(light));
		assertThat(shown("nodes", "one.style('label')")).contains("recipe");
	}

	@Test
	void graphOfHundredsOfTypesIsReducedByItsFilter() throws IOException {
		open("/hyper-client/many/graph");
		assertThat(status()).matches("1\\d\\d of \\d{3} types, \\d{3} arrows");
		// Said before the layout is computed.
		assertThat(check("collections")).matches("Arranging \\d{3} types …");
		ready();
		assertThat(status()).matches("(\\d{3}) of \\1 types, \\d{3} arrows");
		check("collections");
		this.browser.find("#filter").sendKeys("bug_t");
		this.browser.waitUntil((page) -> status().matches("\\d of .*"));
		assertThat(shown("nodes", "one.style('label')")).contains("bug_task", "bug_tracker")
			.allMatch((label) -> label.isEmpty() || label.contains("bug_t"));
		assertThat(number(
				"Math.min(...cy.nodes('.named').map((one) => one.renderedStyle('font-size').match(/[\\d.]+/)[0]))"))
			.isGreaterThan(12);
		assertThat(this.browser.accessibilityProblems()).isEmpty();
		this.browser.emulate(390, 844, false);
		assertThat(this.browser.overflow()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1280, 390 })
	void namesOfAnyKindAndLengthAreTexts(int width) {
		this.browser.emulate(width, 844, false);
		open("/hyper-client/hostile/graph");
		assertThat(status()).startsWith("53 of ");
		this.browser.find("#filter").sendKeys("odd");
		this.browser.waitUntil((page) -> status().startsWith("2 of "));
		assertThat(shown("nodes", "one.id()")).containsExactlyInAnyOrder(OddServices.MARKUP, OddServices.LONG);
		for (String name : List.of(OddServices.MARKUP, OddServices.LONG)) {
			script("location.hash = 'type:' + encodeURIComponent(%s)".formatted("'" + name.replace("'", "\\'") + "'"));
			this.browser.waitUntil((page) -> page.find("#selection h2").getText().equals(name));
			assertThat(this.browser.overflow()).isEmpty();
		}
		assertThat(script("return document.querySelectorAll('main img, #selection b').length")).isEqualTo(0L);
	}

	private static Sequence drag(PointerInput finger, Point from, int right) {
		Sequence sequence = new Sequence(finger, 0)
			.addAction(finger.createPointerMove(Duration.ZERO, PointerInput.Origin.viewport(), from.x, from.y))
			.addAction(finger.createPointerDown(PointerInput.MouseButton.LEFT.asArg()));
		for (int i = 1; right != 0 && i <= 4; i++) {
			sequence.addAction(finger.createPointerMove(Duration.ofMillis(50), PointerInput.Origin.viewport(),
					from.x + right * i / 4, from.y));
		}
		return sequence.addAction(finger.createPointerUp(PointerInput.MouseButton.LEFT.asArg()));
	}

	private void open(String path) {
		// A URL that differs in its fragment alone would not load the page again.
		this.browser.driver().get("about:blank");
		this.browser.open(path);
		ready();
	}

	private void ready() {
		this.browser.waitUntil((page) -> status().contains("arrows"));
	}

	private String status() {
		return this.browser.find("#graph-status").getText();
	}

	/** Change a checkbox, and return the status right after that. */
	private String check(String id) {
		return String.valueOf(script("document.getElementById('" + id
				+ "').click(); return document.getElementById('graph-status').textContent;"));
	}

	/** Return where a type is in the window. */
	private Point place(String type) {
		List<?> place = (List<?>) Objects.requireNonNull(script("const box = cy.container().getBoundingClientRect();"
				+ "const place = cy.getElementById('%s').renderedPosition();".formatted(type)
				+ "return [Math.round(box.left + place.x), Math.round(box.top + place.y)];"));
		return new Point(((Number) place.get(0)).intValue(), ((Number) place.get(1)).intValue());
	}

	private double number(String expression) {
		return ((Number) Objects.requireNonNull(script("return " + expression))).doubleValue();
	}

	/** Return a value of each element of the graph that is shown. */
	private List<String> shown(String elements, String value) {
		Object found = script("return cy.%s.filter((one) => one.visible()).map((one) => %s)"
			.formatted(elements.endsWith(")") ? elements : elements + "()", value));
		return ((List<?>) Objects.requireNonNull(found)).stream().map(String::valueOf).toList();
	}

	private @Nullable Object script(String text) {
		return ((ChromiumDriver) this.browser.driver())
			.executeScript("const cy = document.getElementById('graph')._cyreg.cy;" + text);
	}

}
