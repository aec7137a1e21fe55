package dev.hyperclient.cookbook.browser;

import dev.hyperclient.cookbook.SampleApplication;
import dev.hyperclient.cookbook.Workshop;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.JavascriptExecutor;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages with a service that has no cookbooks, in a browser.
 */
@SpringBootTest(classes = SampleApplication.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "cookbook.service.port=0", "hyper-client.cache.directory=" })
@DirtiesContext
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(SharedBrowser.class)
@EnabledIf(value = "dev.hyperclient.cookbook.browser.Chromium#isInstalled",
		disabledReason = "chromium and chromium-driver are not installed")
class SecondServiceBrowserTests {

	private static final Workshop workshop = new Workshop();

	@LocalServerPort
	private int port;

	private Chromium browser;

	@DynamicPropertySource
	static void secondService(DynamicPropertyRegistry registry) {
		registry.add("hyper-client.base-url", workshop::baseUrl);
	}

	@BeforeAll
	void openApplication(Chromium shared) {
		shared.setBaseUrl("http://localhost:" + this.port);
		this.browser = shared;
	}

	@AfterAll
	void close() {
		workshop.close();
	}

	@ParameterizedTest
	@CsvSource({ "1280, 800", "390, 844" })
	void homePageHasNothingEmpty(int width, int height) throws Exception {
		this.browser.emulate(width, height, width < 1000);
		this.browser.open("/");
		assertThat(this.browser.find("h1").getText()).isEqualTo("Machines and tools as Java objects");
		assertThat(this.browser.find("nav").getText()).doesNotContain("Cookbooks", "Recipes", "Faults");
		assertThat(this.browser.find("main").getText()).doesNotContainIgnoringCase("cookbook");
		assertThat(((JavascriptExecutor) this.browser.driver()).executeScript("""
				return [...document.querySelectorAll("main :is(ul, dl, pre, table, section, p:not([aria-live]))")]
				    .filter((element) => element.textContent.trim() === "").length;""")).isEqualTo(0L);
		assertThat(this.browser.overflow()).isEmpty();
		assertThat(this.browser.accessibilityProblems()).isEmpty();
	}

}
