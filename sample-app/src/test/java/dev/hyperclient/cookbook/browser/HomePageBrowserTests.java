package dev.hyperclient.cookbook.browser;

import java.util.List;

import dev.hyperclient.cookbook.SampleApplication;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.WebElement;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The home page as it is after the start, in an installed Chromium.
 */
@SpringBootTest(classes = SampleApplication.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "cookbook.service.port=0", "hyper-client.cache.directory=" })
@DirtiesContext
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@EnabledIf(value = "dev.hyperclient.cookbook.browser.Chromium#isInstalled",
		disabledReason = "chromium and chromium-driver are not installed")
class HomePageBrowserTests {

	@LocalServerPort
	private int port;

	private Chromium browser;

	@BeforeAll
	void startBrowser() {
		this.browser = new Chromium("http://localhost:" + this.port);
	}

	@AfterAll
	void closeBrowser() {
		this.browser.close();
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
		assertThat(this.browser.overflow()).isEmpty();
		assertThat(this.browser.accessibilityProblems()).isEmpty();
	}

	@Test
	void coversOfAllCookbooksAreShown() {
		this.browser.emulate(1280, 800, false);
		this.browser.open("/");
		this.browser.scrollTo("#cookbooks");
		List<WebElement> covers = this.browser.findAll("#cookbooks img");
		assertThat(covers).hasSize(7);
		this.browser.waitUntil((page) -> covers.stream()
			.allMatch((cover) -> Boolean.TRUE.equals(((JavascriptExecutor) page.driver())
				.executeScript("return arguments[0].naturalWidth > 0", cover))));
	}

}
