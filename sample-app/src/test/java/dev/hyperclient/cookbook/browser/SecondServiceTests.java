package dev.hyperclient.cookbook.browser;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cookbook.SampleApplication;
import dev.hyperclient.cookbook.Workshop;
import org.htmlunit.WebClient;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.JavascriptExecutor;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages with a service that has no cookbooks, and the default access to its cache.
 */
@SpringBootTest(classes = SampleApplication.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "cookbook.service.port=0", "hyper-client.cache.directory=" })
@DirtiesContext
@ExtendWith(SharedBrowser.class)
class SecondServiceTests {

	private static final Workshop workshop = new Workshop();

	@LocalServerPort
	private int port;

	@Autowired
	private ServiceRoot root;

	@DynamicPropertySource
	static void secondService(DynamicPropertyRegistry registry) {
		registry.add("hyper-client.base-url", workshop::baseUrl);
	}

	@AfterAll
	static void close() {
		workshop.close();
	}

	@Test
	void pagesFollowTheService() throws Exception {
		assertThatPagesFollow(this.port, "Machines and tools", "at(0)");
	}

	@Test
	void pagesFollowTheKeysOfTheService() throws Exception {
		try (ServletWebServerApplicationContext context = (ServletWebServerApplicationContext) SpringApplication.run(
				SampleApplication.class, "--server.port=0", "--cookbook.service.port=0",
				"--hyper-client.collections.tools.key-path=tools/{key}",
				"--hyper-client.base-url=" + workshop.baseUrl(), "--hyper-client.cache.directory=")) {
			assertThatPagesFollow(context.getWebServer().getPort(), "Tools and machines", "get(id)");
		}
	}

	@ParameterizedTest
	@CsvSource({ "1280, 800", "390, 844" })
	@EnabledIf(value = "dev.hyperclient.cookbook.browser.Chromium#isInstalled",
			disabledReason = "chromium and chromium-driver are not installed")
	void homePageHasNothingEmpty(int width, int height, Chromium browser) throws Exception {
		browser.setBaseUrl("http://localhost:" + this.port);
		browser.emulate(width, height, width < 1000);
		browser.open("/");
		assertThat(browser.find("h1").getText()).isEqualTo("Machines and tools as Java objects");
		assertThat(browser.find("nav").getText()).doesNotContain("Cookbooks", "Recipes", "Faults");
		assertThat(browser.find("main").getText()).doesNotContainIgnoringCase("cookbook");
		assertThat(((JavascriptExecutor) browser.driver()).executeScript("""
				return [...document.querySelectorAll("main :is(ul, dl, pre, table, section, p:not([aria-live]))")]
				    .filter((element) => element.textContent.trim() === "").length;""")).isEqualTo(0L);
		assertThat(browser.overflow()).isEmpty();
		assertThat(browser.accessibilityProblems()).isEmpty();
	}

	/** The application of the other tests permits deletions. */
	@ParameterizedTest
	@ValueSource(strings = { "hyperclient", "hyperclient/default", "hyperclient/default?url=tools/1" })
	void endpointIsReadOnlyByDefault(String path) throws Exception {
		this.root.load("tools/1");
		URI uri = URI.create("http://localhost:" + this.port + "/actuator/" + path);
		assertThat(HttpClient.newHttpClient()
			.send(HttpRequest.newBuilder(uri).DELETE().build(), BodyHandlers.discarding())
			.statusCode()).isEqualTo(405);
		assertThat(this.root.cache().entries(this.root.uri().resolve("tools/1"))).isNotEmpty();
	}

	private static void assertThatPagesFollow(int port, String summary, String step) throws Exception {
		try (WebClient browser = new WebClient()) {
			browser.getOptions().setJavaScriptEnabled(false);
			HtmlPage page = browser.getPage("http://localhost:" + port + "/");
			assertThat(texts(page, "h1")).containsExactly(summary + " as Java objects");
			assertThat(texts(page, "nav a")).containsExactly("Hyper Client Sample", "200 recipes", "Explorer");
			assertThat(texts(page, "pre")).containsExactly("""
					Entry entry = root.collection("tools").%s;
					String name = entry.getString("name");
					Optional<Entry> linked = entry.findEntry("machine");""".formatted(step));
			assertThat(texts(page, "#root .text")).containsExactly("Machines, and the tools that belong to them.");
			assertThat(texts(page, "#root li a")).containsExactly("machines", "tools");
			assertThat(texts(page, "#cookbooks, #recipes, #journal, [aria-labelledby=times], a[href='/faults']"))
				.isEmpty();
		}
	}

	private static List<String> texts(HtmlPage page, String selector) {
		return page.querySelectorAll(selector).stream().map(DomNode::getTextContent).toList();
	}

}
