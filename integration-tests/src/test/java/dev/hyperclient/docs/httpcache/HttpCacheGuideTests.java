package dev.hyperclient.docs.httpcache;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Properties;
import java.util.function.BiConsumer;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheEntry;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.docs.Documents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The cases with which the guide of the HTTP cache begins: an application with the
 * properties of a section logs the lines of that section.
 */
@ExtendWith(OutputCaptureExtension.class)
class HttpCacheGuideTests {

	private static final GuidePage PAGE = new GuidePage("http-cache.md");

	private static final String URL = "https://api.example.com";

	@Test
	void serverSendsEntityTags(CapturedOutput output) throws IOException {
		assertLogged("My server sends ETags", output, (client, context) -> {
			StarsReader reader = context.getBean(StarsReader.class);
			for (int i = 0; i < 2; i++) {
				assertThat(reader.stars("spring-projects/spring-framework")).isEqualTo(59_000);
			}
		});
	}

	@Test
	void serverSendsNothing(CapturedOutput output) throws IOException {
		assertLogged("My server sends nothing", output, (client, context) -> {
			get(client, "/search?q=soup&utm_source=mail");
			get(client, "/search?q=soup");
			get(client, "/rates");
			get(client, "/rates");
		});
	}

	@Test
	void keysOfUsersAreKeptApart(CapturedOutput output) throws IOException {
		assertLogged("Several users", output, (client, context) -> {
			for (String key : List.of("a", "a", "b")) {
				client.get().uri("/me").header("X-Api-Key", key).retrieve().toBodilessEntity();
			}
		});
	}

	@Test
	void writeInvalidatesLists(CapturedOutput output) throws IOException {
		assertLogged("A write makes lists stale", output, (client, context) -> {
			get(client, "/recipes");
			get(client, "/recipes");
			client.put().uri("/recipes/1").body("{}").retrieve().toBodilessEntity();
			get(client, "/recipes");
		});
	}

	@Test
	void reasonIsLoggedAtTrace(CapturedOutput output) throws IOException {
		assertLogged("Logs, endpoints and meters", output, (client, context) -> {
			get(client, "/plain");
		});
	}

	@Test
	void clientsWithoutTheCacheAreNamed(CapturedOutput output) throws IOException {
		String page = new GuidePage("http-cache-clients.md").text();
		new SpringApplicationBuilder(Legacy.class).web(WebApplicationType.NONE)
			.properties("spring.config.name=none", "hyper-client.http-cache.enabled=true",
					"logging.level.dev.hyperclient.http-cache=info")
			.run()
			.close();
		assertThat(GuidePage.lines(output.getOut())).containsAll(GuidePage.lines(GuidePage.blocks(page, "text")));
	}

	@Test
	void listsAreEvictedInCode() {
		HttpHeaders fields = new HttpHeaders();
		fields.set("Cache-Control", "max-age=60");
		try (HttpCache cache = HttpCache.builder().inMemory(DataSize.ofMegabytes(1)).build()) {
			RequestSender exchange = cache
				.around((request) -> CacheResponse.of(request.uri(), 200, fields, new byte[1]));
			exchange.exchange(CacheRequest.get(URI.create(URL + "/recipes?page=2"), HttpHeaders.EMPTY));
			exchange.exchange(CacheRequest.get(URI.create(URL + "/dishes"), HttpHeaders.EMPTY));
			evict(cache);
			assertThat(cache.recentEntries(10)).extracting(CacheEntry::url).containsExactly(URL + "/dishes");
		}
	}

	private static void evict(HttpCache httpCache) {
		// tag::http-cache-evict[]
		httpCache.evictGroup(URI.create("https://api.example.com"), "recipes");
		httpCache.evictAll(URI.create("https://api.example.com/recipes"));
		// end::http-cache-evict[]
	}

	/**
	 * Start an application with the properties of a section, use it, and compare what it
	 * has logged with the section.
	 */
	private static void assertLogged(String heading, CapturedOutput output,
			BiConsumer<RestClient, ConfigurableApplicationContext> use) throws IOException {
		String section = PAGE.section(heading);
		try (ExampleService service = new ExampleService()) {
			Properties properties = new Properties();
			for (String yaml : List.of(GuidePage.blocks(PAGE.section(""), "yaml"), GuidePage.blocks(section, "yaml"))) {
				properties.putAll(Documents.yaml(yaml.replace(URL, service.url())));
			}
			properties.put("stars.base-url", service.url());
			properties.put("spring.config.name", "none");
			properties.put("logging.level.dev.hyperclient.http-cache", GuidePage.level(section));
			try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
				.web(WebApplicationType.NONE)
				.properties(properties)
				.run()) {
				use.accept(context.getBean(RestClient.Builder.class).baseUrl(service.url()).build(), context);
			}
			List<String> expected = GuidePage.lines(GuidePage.blocks(section, "text"));
			assertThat(GuidePage.lines(output.getOut().replace(service.url(), URL)))
				.filteredOn((line) -> !line.startsWith("INFO") || expected.contains(line))
				.isEqualTo(expected);
		}
	}

	private static void get(RestClient client, String path) {
		client.get().uri(path).retrieve().toBodilessEntity();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Legacy {

		@Bean
		RestClient legacy() {
			return RestClient.create();
		}

	}

	/**
	 * The application of the tests in this package that do not name one. It has no
	 * component scan, since the package has other applications.
	 */
	@SpringBootConfiguration
	@EnableAutoConfiguration
	@Import(StarsReader.class)
	static class Application {

	}

}
