package dev.hyperclient.autoconfigure;

import java.util.List;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Resources that controllers return.
 */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class EntriesInControllersTests {

	private final StubService service = new StubService();

	@BeforeEach
	void serveRecipes() {
		serveRecipes(this.service);
	}

	@AfterEach
	void stop() {
		this.service.close();
	}

	/** Serve a collection of recipes with one recipe. */
	static void serveRecipes(StubService service) {
		String root = service.url() + "/1.0/";
		service.server()
			.stubFor(get(urlEqualTo("/1.0/")).withHeader("Accept", equalTo("application/vnd.sun.wadl+xml"))
				.willReturn(aResponse().withHeader("Content-Type", "application/vnd.sun.wadl+xml")
					.withBody(
							"""
									<application xmlns="http://research.sun.com/wadl/2006/10">
									  <resources base="%1$s"><resource path="" type="#service-root"/></resources>
									  <resource_type id="service-root"><method name="GET"><response>
									    <representation href="#service-root-json"/></response></method></resource_type>
									  <resource_type id="recipes"/>
									  <resource_type id="recipe"><method name="GET"><response>
									    <representation href="#recipe-full"/></response></method></resource_type>
									  <representation mediaType="application/json" id="service-root-json">
									    <param style="plain" name="recipes_collection_link" path="$['recipes_collection_link']">
									      <link resource_type="%1$s#recipes"/></param>
									    <param style="plain" name="resource_type_link" path="$['resource_type_link']"><link/></param>
									  </representation>
									  <representation mediaType="application/json" id="recipe-full">
									    <param style="plain" name="self_link" path="$['self_link']"><link/></param>
									    <param style="plain" name="id" path="$['id']"/>
									    <param style="plain" name="instructions" path="$['instructions']"/>
									    <param style="plain" name="dish_link" path="$['dish_link']"><link/></param>
									  </representation>
									</application>"""
								.formatted(root))));
		serve(service, "/1.0/",
				"{\"resource_type_link\": \"%1$s#service-root\", \"recipes_collection_link\": \"%1$srecipes\"}"
					.formatted(root));
		serve(service, "/1.0/recipes/4", """
				{"self_link": "%1$srecipes/4", "resource_type_link": "%1$s#recipe", "http_etag": "\\"a\\"", "id": 4,
				 "dish_link": "%1$sdishes/1", "instructions": "tag:launchpad.net:2008:redacted"}""".formatted(root));
	}

	private static void serve(StubService service, String path, String json) {
		service.server()
			.stubFor(get(urlEqualTo(path)).withHeader("Accept", equalTo("application/json"))
				.willReturn(aResponse().withHeader("Content-Type", "application/json").withBody(json)));
	}

	@ParameterizedTest
	@EnumSource
	void fetchedEntryHasItsAttributesAndLinks(WebStack stack) {
		String recipe = "{\"self_link\": \"%1$s/1.0/recipes/4\", \"id\": 4, \"dish_link\": \"%1$s/1.0/dishes/1\"}"
			.formatted(this.service.url());
		stack.run(this.service, Controllers.class, (browser) -> {
			assertJson(browser.get("/entry"), recipe);
			assertJson(browser.get("/record"), "{\"title\": \"Today\", \"recipe\": %s}".formatted(recipe));
			assertJson(browser.get("/list"), "[%s]".formatted(recipe));
		});
	}

	private static void assertJson(WebStack.Response response, String json) {
		assertThat(response.status()).isEqualTo(200);
		assertThat(JsonMapper.shared().readTree(response.body())).isEqualTo(JsonMapper.shared().readTree(json));
	}

	@ParameterizedTest
	@EnumSource
	void otherResourcesAreErrorsWithoutRequest(WebStack stack, CapturedOutput output) {
		stack.run(this.service, Controllers.class, (browser) -> {
			browser.get("/entry");
			int before = this.service.requestCount();
			assertIsRefused(browser.get("/unfetched"), output, "recipes/4 cannot be written as JSON");
			assertIsRefused(browser.get("/unfetched-in-record"), output, "Fetch it first with svcRefresh()");
			assertIsRefused(browser.get("/collection"), output, "Return a list");
			assertIsRefused(browser.get("/root"), output, "Return an entry");
			assertThat(this.service.requestCount()).isEqualTo(before);
		});
	}

	private static void assertIsRefused(WebStack.Response response, CapturedOutput output, String advice) {
		assertThat(response.status()).isEqualTo(500);
		assertThat(response.body()).doesNotContain("fetched");
		assertThat(output).contains(advice);
	}

	@RestController
	static class Controllers {

		private final ServiceRoot root;

		Controllers(ServiceRoot root) {
			this.root = root;
		}

		@GetMapping("/entry")
		Entry entry() {
			return this.root.collection("recipes").get(4);
		}

		@GetMapping("/record")
		Menu record() {
			return new Menu("Today", entry());
		}

		@GetMapping("/list")
		List<Entry> list() {
			return List.of(entry());
		}

		@GetMapping("/unfetched")
		Entry unfetched() {
			return this.root.collection("recipes").getReference(4);
		}

		@GetMapping("/unfetched-in-record")
		Menu unfetchedInRecord() {
			return new Menu("Today", unfetched());
		}

		@GetMapping("/collection")
		EntryCollection collection() {
			return this.root.collection("recipes");
		}

		@GetMapping("/root")
		ServiceRoot root() {
			return this.root;
		}

	}

	record Menu(String title, Entry recipe) {
	}

}
