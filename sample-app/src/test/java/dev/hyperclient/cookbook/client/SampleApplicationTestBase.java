package dev.hyperclient.cookbook.client;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cookbook.OddServices;
import dev.hyperclient.cookbook.service.CookbookService;
import org.htmlunit.WebClient;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlButton;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * Runs the whole application on a free port, with {@linkplain OddServices further
 * services}, and opens its pages in a browser. The tests share one application; the data
 * of the service is restored before each, and nothing is stored.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "cookbook.service.port=0", "hyper-client.cache.directory=", "hyper-client.retry.max-retries=1",
				"hyper-client.health.time-to-live=0s", "hyper-client.pause-after-failures=1h",
				"management.endpoint.hyperclient.access=unrestricted" })
public abstract class SampleApplicationTestBase {

	@LocalServerPort
	private int port;

	@Autowired
	CookbookService service;

	@Autowired
	ServiceRoot root;

	@AutoClose
	final WebClient browser = new WebClient();

	@DynamicPropertySource
	static void startServices(DynamicPropertyRegistry registry) {
		OddServices.start(registry);
	}

	@BeforeEach
	void reset() {
		this.service.reset();
		this.root.cache().clear();
		this.browser.getOptions().setThrowExceptionOnFailingStatusCode(false);
	}

	/**
	 * Return the URL of a page.
	 * @param path the path, which begins with a slash, or nothing
	 * @return the URL
	 */
	protected final String url(String path) {
		return "http://localhost:" + this.port + path;
	}

	HtmlPage open(String path) throws Exception {
		return this.browser.getPage(url(path));
	}

	static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
		return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
	}

	/** Return how many requests of the service were not a GET. */
	long writes() {
		return this.service.requests().stream().filter((request) -> !request.method().equals("GET")).count();
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
