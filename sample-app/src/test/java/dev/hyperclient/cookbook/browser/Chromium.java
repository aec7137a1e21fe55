package dev.hyperclient.cookbook.browser;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * An installed Chromium without a window. Browser and driver have fixed paths, so that
 * Selenium downloads neither.
 */
final class Chromium implements AutoCloseable {

	private static final File BROWSER = new File("/usr/bin/chromium");

	private static final File DRIVER = new File("/usr/bin/chromedriver");

	/** Starts the driver, which ends with this JVM, also if that is killed. */
	private static final File LAUNCHER = new File("../src/test/sh/end-with-parent");

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	private final ChromeDriver driver;

	private String baseUrl = "";

	Chromium() {
		ChromeOptions options = new ChromeOptions();
		options.setBinary(BROWSER);
		// The sandbox does not run as root, which builds in containers are.
		options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
				"--disable-background-networking", "--no-first-run", "--hide-scrollbars", "--lang=en");
		// The browser ends with the driver.
		options.addArguments("--remote-debugging-pipe");
		this.driver = new ChromeDriver(new ServiceBuilder().usingDriverExecutable(LAUNCHER).build(), options);
		this.driver.manage().timeouts().pageLoadTimeout(TIMEOUT);
	}

	void setBaseUrl(String baseUrl) {
		this.baseUrl = baseUrl;
	}

	static boolean isInstalled() {
		return BROWSER.canExecute() && DRIVER.canExecute();
	}

	void open(String path) {
		this.driver.get(this.baseUrl + path);
	}

	WebElement find(String selector) {
		return this.driver.findElement(By.cssSelector(selector));
	}

	List<WebElement> findAll(String selector) {
		return this.driver.findElements(By.cssSelector(selector));
	}

	/** Wait until a condition holds, which may throw exceptions of missing elements. */
	void waitUntil(Function<Chromium, Boolean> condition) {
		new WebDriverWait(this.driver, TIMEOUT, Duration.ofMillis(50)).ignoring(RuntimeException.class)
			.until((driver) -> condition.apply(this));
	}

	/** Press a button, and wait for the page that follows. */
	void submit(String selector) {
		WebElement button = find(selector);
		button.click();
		waitUntil((page) -> isStale(button));
	}

	WebDriver driver() {
		return this.driver;
	}

	/**
	 * Set the size of the page and the colours that the user prefers. Scrolling is not
	 * animated, since a click waits for no animation.
	 */
	void emulate(int width, int height, boolean dark) {
		this.driver.executeCdpCommand("Emulation.setDeviceMetricsOverride",
				Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
		this.driver.executeCdpCommand("Emulation.setEmulatedMedia",
				Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"),
						Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
	}

	/**
	 * Return by how many pixels the page is wider than the window, with the elements that
	 * make it so.
	 */
	String overflow() {
		return String.valueOf(this.driver.executeScript(
				"""
						const width = document.documentElement.clientWidth;
						if (document.documentElement.scrollWidth <= width) { return ""; }
						return document.documentElement.scrollWidth + " of " + width + " px: " + [...document.querySelectorAll("body *")]
						    .filter((element) => element.getBoundingClientRect().right > width && !element.closest(".scroll"))
						    .map((element) => element.tagName + "." + element.className + " " + element.textContent.trim().slice(0, 40))
						    .slice(0, 5).join("; ");
						"""));
	}

	/**
	 * Return the serious and critical violations that axe-core finds on the page. It
	 * loads no style sheets and media again, which rules of a lower impact need.
	 */
	List<String> accessibilityProblems() throws IOException {
		if (Boolean.FALSE.equals(this.driver.executeScript("return 'axe' in window"))) {
			this.driver.executeScript(axe());
		}
		Object found = this.driver.executeAsyncScript(
				"""
						const done = arguments[arguments.length - 1];
						axe.run(document, { resultTypes: ["violations"], preload: false }).then((result) => done(result.violations
						    .filter((violation) => ["serious", "critical"].includes(violation.impact))
						    .map((violation) => violation.id + ": " + violation.nodes.map((node) => node.html.slice(0, 200)
						        + " (" + [...node.any, ...node.all].map((check) => check.message).join(" ") + ")").join(" | "))),
						    (error) => done(["axe-core failed: " + error]));
						""");
		return ((List<?>) Objects.requireNonNull(found)).stream().map(String::valueOf).toList();
	}

	/** Scroll an element to the top of the window. */
	void scrollTo(String selector) {
		this.driver.executeScript("arguments[0].scrollIntoView()", find(selector));
	}

	/** Return the visible part of the page as a PNG file. */
	byte[] screenshot() {
		return this.driver.getScreenshotAs(OutputType.BYTES);
	}

	@Override
	public void close() {
		this.driver.quit();
	}

	private static boolean isStale(WebElement element) {
		try {
			element.isEnabled();
			return false;
		}
		catch (StaleElementReferenceException ex) {
			return true;
		}
	}

	private static String axe() throws IOException {
		try (InputStream script = Objects.requireNonNull(Chromium.class.getResourceAsStream("/axe.min.js"))) {
			return new String(script.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	private static final class ServiceBuilder extends ChromeDriverService.Builder {

		@Override
		protected List<String> createArgs() {
			return Stream.concat(Stream.of(DRIVER.getPath()), super.createArgs().stream()).toList();
		}

	}

}
