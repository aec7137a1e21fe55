package dev.hyperclient.cookbook.client;

import java.util.List;

import dev.hyperclient.cookbook.SampleApplication;
import dev.hyperclient.cookbook.Workshop;
import org.htmlunit.WebClient;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages with a service that has no cookbooks.
 */
class SecondServiceTests {

	@ParameterizedTest
	@CsvSource(textBlock = """
			--spring.jmx.enabled=false                                  | Machines and tools | at(0)
			--hyper-client.collections.tools.key-path=tools/{key}       | Tools and machines | get(id)""",
			delimiter = '|')
	void pagesFollowTheService(String keys, String summary, String step) throws Exception {
		try (Workshop workshop = new Workshop();
				ServletWebServerApplicationContext context = (ServletWebServerApplicationContext) SpringApplication.run(
						SampleApplication.class, "--server.port=0", "--cookbook.service.port=0", keys,
						"--hyper-client.base-url=" + workshop.baseUrl(), "--hyper-client.cache.directory=");
				WebClient browser = new WebClient()) {
			browser.getOptions().setJavaScriptEnabled(false);
			HtmlPage page = browser.getPage("http://localhost:" + context.getWebServer().getPort() + "/");
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
