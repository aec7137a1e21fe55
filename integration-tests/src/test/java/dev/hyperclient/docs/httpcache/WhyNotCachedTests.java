package dev.hyperclient.docs.httpcache;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

import dev.hyperclient.autoconfigure.httpcache.RestClientHttpCache;
import dev.hyperclient.cache.HttpCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import reactor.netty.http.client.HttpClient;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ReactorClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each cause of the page of requests that are not cached is logged as its row says.
 */
@ExtendWith(OutputCaptureExtension.class)
class WhyNotCachedTests {

	private static final GuidePage PAGE = new GuidePage("why-not-cached.md");

	private static final String ENABLED = "hyper-client.http-cache.enabled=true";

	private static final Pattern AGE = Pattern.compile("age \\d+ s");

	@Test
	void clientsWithoutTheCacheAndPropertiesWithoutEffect(CapturedOutput output, @TempDir Path directory)
			throws IOException {
		assertReasons(
				"No line, or no effect", output, List.of(
						(client, context) -> start(HttpCacheGuideTests.Legacy.class, ENABLED).close(), (client,
								context) -> get(client.mutate()
									.requestFactory(new SimpleClientHttpRequestFactory())
									.requestInterceptor((request, body, execution) -> execution.execute(request, body))
									.build(), "/me"),
						(client, context) -> start(Application.class, ENABLED, "hyper-client.http-cache.clients=chosen")
							.close(),
						(client, context) -> start(Application.class, "hyper-client.http-cache.memory=10MB").close(),
						(client, context) -> start(OwnCache.class, ENABLED, "hyper-client.http-cache.memory=10MB")
							.close(),
						(client, context) -> start(Application.class, ENABLED,
								"hyper-client.http-cache.directory=" + directory)
							.close()));
	}

	@Test
	void requestsThatBypassTheCache(CapturedOutput output) throws IOException {
		assertReasons("bypass", output,
				List.of((client, context) -> client.post().uri("/search").body("soup").retrieve().toBodilessEntity(),
						(client, context) -> get(client, "/me", "Cache-Control", "no-store"),
						(client, context) -> get(client, "/me", "Range", "bytes=0-1,3-4"),
						(client, context) -> get(client, "/me", "If-Match", "\"a\""),
						(client, context) -> get(client,
								context.getEnvironment().getRequiredProperty("with-user") + "/me"),
						(client, context) -> get(client, "/search"),
						(client, context) -> client.method(HttpMethod.GET)
							.uri("/me")
							.body("soup")
							.retrieve()
							.toBodilessEntity()));
	}

	@Test
	void responsesThatAreNotStored(CapturedOutput output) throws IOException {
		assertReasons("miss, not stored", output,
				List.of((client, context) -> get(client, "/plain"), (client, context) -> get(client, "/rates"),
						(client, context) -> get(client, "/any"), (client, context) -> get(client, "/missing"),
						(client, context) -> get(client, "/long"),
						(client, context) -> get(behind(client, context), "/me"),
						(client, context) -> get(behind(client, context), "/moved")));
		assertThat(GuidePage.lines(output.getOut().replaceAll("http://[^/]+", "https://api.example.com")))
			.containsAll(GuidePage.lines(GuidePage.blocks(PAGE.section(""), "text")));
	}

	@Test
	void storedResponsesThatAreRequestedAgain(CapturedOutput output) throws IOException {
		assertReasons("Stored, but requested again", output, List.of((client, context) -> {
			get(client, "/repos");
			get(client, "/repos");
		}, (client, context) -> {
			get(client, "/me");
			get(client, "/me", "Cache-Control", "no-cache");
		}, (client, context) -> get(client, "/me", "Authorization", "Bearer other")));
	}

	/** A client whose HTTP client adds credentials and follows redirects itself. */
	private static RestClient behind(RestClient client, ConfigurableApplicationContext context) {
		RestClient.Builder builder = client.mutate();
		context.getBean(RestClientHttpCache.class)
			.apply(builder,
					new ReactorClientHttpRequestFactory(HttpClient.create()
						.followRedirect(true)
						.headers((fields) -> fields.set("Authorization", "Basic YTpi"))));
		return builder.build();
	}

	private static void get(RestClient client, String path) {
		get(client, path, "Accept", "*/*");
	}

	private static void get(RestClient client, String path, String field, String value) {
		client.get().uri(path).header(field, value).exchange((request, response) -> response.bodyTo(String.class));
	}

	private static ConfigurableApplicationContext start(Class<?> application, String... properties) {
		return new SpringApplicationBuilder(application).web(WebApplicationType.NONE)
			.properties("spring.config.name=none", "logging.level.dev.hyperclient.http-cache=trace")
			.properties(properties)
			.run();
	}

	/** Assert that each cause is logged as its row says. */
	private static void assertReasons(String heading, CapturedOutput output,
			List<BiConsumer<RestClient, ConfigurableApplicationContext>> causes) throws IOException {
		String[] rows = PAGE.names(heading);
		assertThat(causes).hasSameSizeAs(rows);
		try (ExampleService service = new ExampleService();
				ConfigurableApplicationContext context = start(Application.class, ENABLED,
						"hyper-client.http-cache.max-body-size=1KB", "hyper-client.http-cache.rules[0].url=/search",
						"hyper-client.http-cache.rules[0].bypass=true",
						"with-user=" + service.url().replace("//", "//a:b@"))) {
			RestClient client = context.getBean(RestClient.Builder.class).baseUrl(service.url()).build();
			for (int i = 0; i < causes.size(); i++) {
				int before = output.getOut().length();
				causes.get(i).accept(client, context);
				String logged = output.getOut().substring(before).replace(service.url(), "https://api.example.com");
				assertThat(AGE.matcher(logged).replaceAll("age 0 s")).contains(rows[i]);
			}
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class OwnCache {

		@Bean
		HttpCache httpCache() {
			return HttpCache.inMemory(DataSize.ofMegabytes(1));
		}

	}

}
