package dev.hyperclient.docs.httpcache;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Set;

import dev.hyperclient.autoconfigure.httpcache.RestClientHttpCache;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.spring.HttpCacheIdentity;
import feign.Client;
import feign.Feign;
import feign.Param;
import feign.RequestLine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kohsuke.github.GitHub;
import org.kohsuke.github.GitHubBuilder;
import org.kohsuke.github.connector.GitHubConnector;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.test.web.client.ExpectedCount;
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientResponseException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.requestTo;
import static org.springframework.test.web.client.response.MockRestResponseCreators.withRawStatus;

/**
 * Java code of the documents that uses the HTTP cache of Spring's own clients.
 */
class HttpCacheSnippetsTests {

	private static final int POLLS = 1000;

	@ParameterizedTest
	@CsvSource({ "'private, max-age=60', 1", "no-cache, 1000" })
	void thousandPollsCountOnce(String cacheControl, int requests) {
		try (ExampleService service = new ExampleService(cacheControl);
				ConfigurableApplicationContext context = start(service, HttpCacheGuideTests.Application.class,
						"hyper-client.http-cache.enabled=true")) {
			StarsReader reader = context.getBean(StarsReader.class);
			for (int i = 0; i < POLLS; i++) {
				assertThat(reader.stars("spring-projects/spring-framework")).isEqualTo(59_000);
			}
			assertThat(service.counted()).isEqualTo(1);
			assertThat(service.requests()).isEqualTo(requests);
		}
	}

	@Test
	void chosenClientIsCached() {
		try (ExampleService service = new ExampleService("private, max-age=60");
				ConfigurableApplicationContext context = start(service, Chosen.class,
						"hyper-client.http-cache.enabled=true", "hyper-client.http-cache.clients=chosen")) {
			for (String bean : new String[] { "github", "github", "legacy" }) {
				context.getBean(bean, RestClient.class)
					.get()
					.uri(service.url() + "/repos/a/b")
					.header("X-Tenant", "a")
					.retrieve()
					.toBodilessEntity();
			}
			assertThat(service.requests()).isEqualTo(1);
			assertThat(context.getBean(Outcomes.class).counts.get(CacheOutcome.HIT).sum()).isEqualTo(2);
			HttpCache cache = context.getBean(HttpCache.class);
			cache.evict(URI.create(service.url() + "/repos/a/b"));
			assertThat(cache.size().entries()).isZero();
		}
	}

	@Test
	void sdksAreCached() throws IOException {
		try (ExampleService service = new ExampleService("private, max-age=60");
				ConfigurableApplicationContext context = start(service, CachedSdks.class,
						"hyper-client.http-cache.enabled=true")) {
			Repositories feign = Feign.builder()
				.client(context.getBean(Client.class))
				.target(Repositories.class, service.url());
			for (int i = 0; i < 2; i++) {
				assertThat(feign.read("spring", "boot")).contains("59000");
			}
			assertThat(service.requests()).isEqualTo(1);
			for (String token : new String[] { "ann", "ann", "ben" }) {
				GitHub gitHub = new GitHubBuilder().withConnector(context.getBean(GitHubConnector.class))
					.withEndpoint(service.url())
					.withOAuthToken(token)
					.build();
				assertThat(gitHub.getRepository("a/b").getStargazersCount()).isEqualTo(59_000);
			}
			assertThat(service.requests()).isEqualTo(3);
		}
	}

	interface Repositories {

		@RequestLine("GET /repos/{owner}/{name}")
		String read(@Param("owner") String owner, @Param("name") String name);

	}

	@Test
	void rulesAreSet() {
		// tag::http-cache-rules[]
		HttpCache cache = HttpCache.builder()
			.addRule("https://api.example.com/search/secret/**", (rule) -> rule.withBypass(true))
			.addRule("https://api.example.com/search/**", (rule) -> rule.withMaxAge(Duration.ofMinutes(10)))
			.addRule("https://api.example.com/graphql",
					(rule) -> rule.withMethods(Set.of(HttpMethod.POST)).withSafePost(true))
			.addRule("/**", (rule) -> rule.withServiceGroup("github").withStaleIfError(Duration.ofDays(1)))
			.build();
		// end::http-cache-rules[]
		cache.close();
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			GET,  503, 0,                             4
			GET,  429, 'Sat, 21 Nov 2015 00:00:00 GMT', 4
			GET,  429, soon,                          1
			GET,  404, 0,                             1
			POST, 503, 0,                             1
			""")
	void restClientSendsRequestAgainAsRetryAfterSays(HttpMethod method, int status, String wait, int requests) {
		RestClient.Builder builder = RestClient.builder();
		MockRestServiceServer server = MockRestServiceServer.bindTo(builder).build();
		HttpHeaders fields = new HttpHeaders();
		fields.set("Retry-After", wait);
		server.expect(ExpectedCount.times(requests), requestTo("/recipes"))
			.andRespond(withRawStatus(status).headers(fields));
		// tag::retry-after-client[]
		RestClient client = builder.requestInterceptor(RetryAfter::send).build();
		// end::retry-after-client[]
		assertThatExceptionOfType(RestClientResponseException.class)
			.isThrownBy(() -> client.method(method).uri("/recipes").retrieve().toBodilessEntity())
			.satisfies((ex) -> assertThat(ex.getStatusCode().value()).isEqualTo(status));
		server.verify();
	}

	static String query(RestClient restClient, String query) {
		// tag::http-cache-query[]
		String found = restClient.method(HttpMethod.valueOf("QUERY"))
			.uri("https://api.example.com/search")
			.contentType(MediaType.APPLICATION_JSON)
			.body(query)
			.retrieve()
			.body(String.class);
		// end::http-cache-query[]
		return String.valueOf(found);
	}

	private static ConfigurableApplicationContext start(ExampleService service, Class<?> application,
			String... properties) {
		return new SpringApplicationBuilder(application).web(WebApplicationType.NONE)
			.properties("spring.config.name=none", "stars.base-url=" + service.url())
			.properties(properties)
			.run();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Outcomes.class)
	static class Chosen {

		// tag::http-cache-chosen[]
		@Bean
		RestClient github(RestClient.Builder builder, RestClientHttpCache httpCache) {
			return builder.apply(httpCache::apply).build();
		}
		// end::http-cache-chosen[]

		// tag::http-cache-factory[]
		@Bean
		RestClient legacy(RestClientHttpCache httpCache) {
			RestClient.Builder builder = RestClient.builder();
			httpCache.apply(builder, new SimpleClientHttpRequestFactory());
			return builder.build();
		}
		// end::http-cache-factory[]

		// tag::http-cache-identity[]
		@Bean
		HttpCacheIdentity tenant() {
			return (request) -> request.getHeaders().getFirst("X-Tenant");
		}
		// end::http-cache-identity[]

	}

	@Configuration(proxyBeanMethods = false)
	static class Revisions {

		// tag::http-cache-account[]
		@Bean
		HttpCacheIdentity account(Accounts accounts) {
			return (request) -> {
				String user = request.getHeaders().getFirst("X-User");
				return (user != null) ? user + "/" + accounts.revision(user) : null;
			};
		}
		// end::http-cache-account[]

	}

	/**
	 * The users of the application.
	 */
	interface Accounts {

		int revision(String user);

	}

}
