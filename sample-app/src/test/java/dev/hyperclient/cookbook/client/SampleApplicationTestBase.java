package dev.hyperclient.cookbook.client;

import java.nio.file.Path;

import dev.hyperclient.cookbook.service.CookbookService;
import org.htmlunit.WebClient;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlButton;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * Runs the whole application on a free port with its own cache directory, and opens its
 * pages in a browser. The data of the service is restored before each test.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "cookbook.service.port=0")
@DirtiesContext
abstract class SampleApplicationTestBase {

	@TempDir
	static Path cache;

	@LocalServerPort
	private int port;

	@Autowired
	CookbookService service;

	final WebClient browser = new WebClient();

	@DynamicPropertySource
	static void cacheDirectory(DynamicPropertyRegistry registry) {
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

	String url(String path) {
		return "http://localhost:" + this.port + path;
	}

	HtmlPage open(String path) throws Exception {
		return this.browser.getPage(url(path));
	}

	static HtmlPage press(HtmlPage page, String selector) throws Exception {
		HtmlButton button = page.querySelector(selector);
		return button.click();
	}

	static String note(HtmlPage page) {
		return page.<DomElement>querySelector("p.note").getTextContent();
	}

	static String problem(HtmlPage page) {
		return page.<DomElement>querySelector("p.problem").getTextContent();
	}

}
