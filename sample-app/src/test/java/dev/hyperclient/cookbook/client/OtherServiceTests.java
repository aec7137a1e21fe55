package dev.hyperclient.cookbook.client;

import java.util.List;
import java.util.Map;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cookbook.service.CookbookService;
import dev.hyperclient.test.AutoConfigureFakeService;
import dev.hyperclient.testservice.FakeService;
import org.htmlunit.WebClient;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The home page with a service that has no cookbooks, and whose root has less than its
 * description: it lacks the collection of jigs, and hides an entry.
 */
@SpringBootTest(
		properties = { "cookbook.service.enabled=false", "hyper-client.collections.tools.key-path=tools/{key}" })
@AutoConfigureMockMvc
@AutoConfigureFakeService
class OtherServiceTests {

	static final FakeService service = start();

	@Test
	void homePageFollowsTheService(@Autowired WebClient browser) throws Exception {
		browser.getOptions().setJavaScriptEnabled(false);
		HtmlPage page = browser.getPage("/");
		assertThat(texts(page, "h1")).containsExactly("Tools and machines as Java objects");
		assertThat(texts(page, "nav a")).containsExactly("Hyper Client Sample", "200 recipes", "Explorer");
		assertThat(texts(page, "pre")).containsExactly("""
				Entry entry = root.collection("tools").get(id);
				String name = entry.getString("name");
				Optional<Entry> linked = entry.findEntry("machine");""");
		assertThat(texts(page, "#root .text")).containsExactly("Machines, and the tools that belong to them.");
		assertThat(texts(page, "#root li a")).containsExactly("machines", "tools");
		assertThat(texts(page, "#cookbooks, #recipes, #journal, [aria-labelledby=times], a[href='/faults']")).isEmpty();
		assertThat(texts(page, "main ul, main dl, main pre, main table, main section")).isNotEmpty()
			.noneMatch(String::isBlank);
	}

	@Test
	void exampleWithoutKeysReadsTheFirstEntry(@Autowired ObjectProvider<CookbookService> none) {
		try (ServiceRoot root = ServiceRoot.builder().serviceRoot(service.baseUrl()).build()) {
			assertThat(new ConfiguredService(root, none).example()).contains("root.collection(\"tools\").at(0);");
		}
	}

	private static FakeService start() {
		try (FakeService described = FakeService.builder("workshop")
			.documentation("Machines, and the tools that belong to them.")
			.type("machine", "machines", (machine) -> {
				machine.text("name");
				machine.entry(Map.of("name", "Lathe"));
			})
			.type("tool", "tools", (tool) -> tool.integer("id").text("name").link("machine", "machine"))
			.type("jig", "jigs", (jig) -> jig.text("name"))
			.rootLink("best", "machines/Lathe")
			.start()) {
			return FakeService.describedBy("workshop", described.description())
				.representation("",
						"""
								{"resource_type_link": "%1$s#service-root", "machines_collection_link": "%1$smachines",
								 "tools_collection_link": "%1$stools", "best_link": "tag:launchpad.net:2008:redacted"}"""
							.formatted(described.baseUrl()))
				.start();
		}
	}

	private static List<String> texts(HtmlPage page, String selector) {
		return page.querySelectorAll(selector).stream().map(DomNode::getTextContent).toList();
	}

}
