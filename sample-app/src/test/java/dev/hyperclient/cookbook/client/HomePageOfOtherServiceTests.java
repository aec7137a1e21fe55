package dev.hyperclient.cookbook.client;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import dev.hyperclient.test.AutoConfigureFakeService;
import dev.hyperclient.testservice.FakeService;
import org.htmlunit.WebClient;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The home page with a service whose root has less than its description.
 */
@SpringBootTest(properties = "cookbook.service.enabled=false")
@AutoConfigureMockMvc
@AutoConfigureFakeService
class HomePageOfOtherServiceTests {

	/**
	 * The root lacks the collection of dishes, and hides that of recipes and an entry.
	 */
	static final FakeService service = FakeService
		.describedBy("cookbooks", Path.of("src/main/hyper-client/cookbook.wadl"))
		.representation("", """
				{"resource_type_link": "http://service.invalid/1.0/#service-root",
				 "cookbooks_collection_link": "http://service.invalid/1.0/cookbooks",
				 "recipes_collection_link": "tag:launchpad.net:2008:redacted",
				 "featured_cookbook_link": "tag:launchpad.net:2008:redacted"}""")
		.entry("cookbooks/Soups", "cookbook", Map.of("name", "Soups"))
		.start();

	@Autowired
	WebClient browser;

	@Test
	void linksThatTheRootLacksOrHidesAreNotShown() throws Exception {
		this.browser.getOptions().setThrowExceptionOnFailingStatusCode(false);
		this.browser.getOptions().setJavaScriptEnabled(false);
		HtmlPage page = this.browser.getPage("/");
		assertThat(page.getWebResponse().getStatusCode()).isEqualTo(200);
		assertThat(texts(page, "a.collection")).containsExactly("cookbooks");
		assertThat(texts(page, "a.entry")).isEmpty();
		assertThat(texts(page, "#cookbooks li")).containsExactly("Soups");
		assertThat(texts(page, "nav a")).containsExactly("Hyper Client Sample", "Cookbooks", "200 recipes", "Explorer");
	}

	private static List<String> texts(HtmlPage page, String selector) {
		return page.querySelectorAll(selector).stream().map(DomNode::getTextContent).toList();
	}

}
