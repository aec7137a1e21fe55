package dev.hyperclient.explorer;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Map;

import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.FakeServiceBuilder;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Services that send script, thousands of types, errors, or nothing.
 */
class HostileServiceTests {

	private static final String SCRIPT = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>${7*7}[[${7*7}]]";

	@Test
	void textsOfTheServiceAreShownAsText() {
		try (FakeService service = scripted().start();
				RunningExplorer explorer = RunningExplorer.start(service, "hyper-client.explorer.writable=true")) {
			String entry = service.baseUrl() + "notes/1";
			String operation = "/default/operation?url=" + RunningExplorer.encoded(entry) + "&name=echo";
			for (String path : new String[] { "/default", "/default?q=" + RunningExplorer.encoded(SCRIPT),
					"/default?q=alert", "/default/type?id=note", "/default/graph",
					"/default/resource?url=" + RunningExplorer.encoded(entry),
					"/default/resource?url=" + RunningExplorer.encoded(service.baseUrl() + "notes"), operation,
					operation + "&invoke=1&p.text=" + RunningExplorer.encoded(SCRIPT),
					"/default/operation?url=" + RunningExplorer.encoded(entry) + "&name=fail&invoke=1",
					"/default/type?id=" + RunningExplorer.encoded(SCRIPT), "/" + RunningExplorer.encoded(SCRIPT),
					"/default/resource?url=" + RunningExplorer.encoded(SCRIPT) }) {
				HttpResponse<String> page = explorer.get(path);
				assertThat(page.body()).as(path)
					.contains("</html>")
					.doesNotContain("<script>", "<img", "49[[", "&gt;49");
			}
			assertThat(explorer.get("/default/resource?url=" + RunningExplorer.encoded(entry)).body())
				.contains("&lt;script&gt;alert(1)&lt;/script&gt;");
		}
	}

	private static FakeServiceBuilder scripted() {
		return FakeService.builder("scripted").documentation(SCRIPT).type("note", "notes", (note) -> {
			note.documentation(SCRIPT)
				.integer("id")
				.text("text", (text) -> text.documentation(SCRIPT))
				.choice("colour", SCRIPT, "b")
				.map("extra");
			note.entry(Map.of("id", 1, "text", SCRIPT, "colour", SCRIPT, "extra", Map.of(SCRIPT, SCRIPT)));
			note.operation("echo",
					(echo) -> echo.documentation(SCRIPT)
						.text("text", (text) -> text.documentation(SCRIPT))
						.answers((call) -> SCRIPT));
			note.operation("fail", (fail) -> fail.answers((call) -> {
				throw new IllegalArgumentException(SCRIPT);
			}));
		});
	}

	@Test
	void thousandsOfTypesArePagedAndSearched() {
		FakeServiceBuilder builder = FakeService.builder("many");
		for (int i = 0; i < 700; i++) {
			int id = i;
			builder = builder.type("kind" + i, "kinds" + i,
					(type) -> type.integer("id").link("next", "kind" + (id + 1) % 700));
		}
		try (FakeService service = builder.start(); RunningExplorer explorer = RunningExplorer.start(service)) {
			String overview = explorer.get("/default").body();
			assertThat(overview).contains("1 to 50 of ", "type?id=kind1\"").doesNotContain("type?id=kind600\"");
			assertThat(explorer.get("/default?q=kind678").body()).contains("type?id=kind678\"");
			assertThat(explorer.get("/default/graph").body()).contains("data-type=\"kind699\"");
			assertThat(explorer.get("/default/type?id=kind600").body()).contains("Neighbours", "type?id=kind601\"");
		}
	}

	@Test
	void failureOfTheServiceHasAPageThatSaysSo() {
		FakeService service = Cookbooks.builder().start();
		try (RunningExplorer explorer = RunningExplorer.start(service, "hyper-client.retry.max-retries=0",
				"hyper-client.startup=lazy")) {
			service.faults().failNext(500);
			assertThat(explorer.get("/default").statusCode()).isEqualTo(502);
			assertThat(explorer.get("/default").statusCode()).as("the root is fetched again").isEqualTo(200);
			service.close();
			assertThat(explorer.get("").statusCode()).isEqualTo(200);
			HttpResponse<String> page = explorer
				.get("/default/resource?url=" + RunningExplorer.encoded(service.baseUrl() + "recipes/4"));
			assertThat(page.statusCode()).isEqualTo(503);
			assertThat(page.body()).contains("The call failed", "TransportException", "503 Service Unavailable");
		}
	}

	@Test
	void fieldsThatTheServiceHidesOrLacksAreNotShown() throws IOException {
		try (FakeService model = Cookbooks.builder().rootLink("featured", "cookbooks/Soups").start()) {
			String root = model.baseUrl().toString();
			try (FakeService service = Cookbooks.described(model)
				.representation("", """
						{"resource_type_link": "%1$s#service-root",
						 "cookbooks_collection_link": "tag:launchpad.net:2008:redacted",
						 "recipes_collection_link": "%1$srecipes"}""".formatted(root))
				.entry("cookbooks/Soups", "cookbook", Map.of("name", "Soups"))
				.representation("recipes/4",
						"{\"self_link\": \"%1$srecipes/4\", \"resource_type_link\": \"%1$s#recipe\", \"id\": 4}"
							.formatted(root))
				.collection("recipes", "recipes/4")
				.start();
					RunningExplorer explorer = RunningExplorer.start(service, "hyper-client.explorer.writable=true")) {
				String url = "url=" + RunningExplorer.encoded(service.baseUrl().toString());
				for (String path : new String[] { "/default", "/default/type?id=recipe",
						"/default/resource?" + url + "recipes/4", "/default/resource?" + url + "recipes",
						"/default/operation?" + url + "cookbooks/Soups&name=find_recipes" }) {
					HttpResponse<String> page = explorer.get(path);
					assertThat(page.statusCode()).as(path + page.body()).isEqualTo(200);
				}
				assertThat(explorer.get("/default").body()).contains(">recipes</").doesNotContain("tag:launchpad");
				assertThat(explorer.get("/default/resource?" + url + "recipes/4").body())
					.containsSubsequence("<code>instructions</code>", "not in the representation");
			}
		}
	}

}
