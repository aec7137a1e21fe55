package dev.hyperclient.docs;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.github.tomakehurst.wiremock.WireMockServer;
import dev.hyperclient.CollectionType;
import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.Refusal;
import dev.hyperclient.autoconfigure.HyperClientConnectionDetails;
import dev.hyperclient.autoconfigure.ServiceRootBuilderCustomizer;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cookbook.api.CookbookRoot;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.launchpad.Launchpad;
import dev.hyperclient.netty.InterimResponses;
import dev.hyperclient.observation.HyperClientCallObserver;
import dev.hyperclient.token.AccessLevel;
import dev.hyperclient.token.CredentialsFile;
import dev.hyperclient.token.FileTokenStore;
import dev.hyperclient.token.OAuthConsumer;
import dev.hyperclient.token.OAuthTokenFlow;
import dev.hyperclient.token.StoredCredentials;
import dev.hyperclient.token.StoredTokenAuthorizer;
import dev.hyperclient.token.TokenStore;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ReactorClientHttpRequestFactory;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Java code of the documents that configures an application. It is compiled and, unlike
 * {@link CookbookSnippetsTests}, not run.
 */
final class ConfigurationSnippets {

	private ConfigurationSnippets() {
	}

	// tag::offline[]
	static void switchOffline(Map<String, ServiceRoot> services, ObjectProvider<HttpCache> caches, boolean offline) {
		services.values().forEach((root) -> root.switchOffline(offline));
		caches.forEach((cache) -> cache.switchOffline(offline));
	}
	// end::offline[]

	// tag::token-authorizer[]
	record TokenAuthorizer(Tokens tokens, String identity) implements HttpAuthorizer {

		@Override
		public void authorizeRequest(URI uri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers) {
			headers.setBearerAuth(this.tokens.current());
		}

		@Override
		public boolean renew(Refusal refusal) {
			return this.tokens.replace(refusal.request().headers().getFirst("Authorization"));
		}

	}
	// end::token-authorizer[]

	record WaitingAuthorizer(Tokens tokens, String identity) implements HttpAuthorizer {

		@Override
		public void authorizeRequest(URI uri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers) {
			headers.setBearerAuth(this.tokens.current());
		}

		// tag::authorize-attempt[]
		@Override
		public void authorizeAttempt(ServiceRequest attempt, HttpHeaders headers) {
			headers.setBearerAuth(this.tokens.current(attempt.deadline().remaining()));
		}
		// end::authorize-attempt[]

	}

	interface Tokens {

		String current();

		String current(Duration timeout);

		boolean replace(@Nullable String rejected);

	}

	static class Beans {

		// tag::keys[]
		@Bean
		ServiceRootBuilderCustomizer keys() {
			return (service, builder) -> builder.collection("recipes", CollectionType.keyedBy("recipes/{key}"));
		}
		// end::keys[]

		// tag::typed-named[]
		@Bean
		CookbookRoot cookbookRoot(@Qualifier("cookbook") ServiceRoot root) {
			return new CookbookRoot(root);
		}
		// end::typed-named[]

		// tag::executor[]
		@Bean
		ServiceRootBuilderCustomizer threads(@Qualifier("applicationTaskExecutor") AsyncTaskExecutor executor) {
			return (service, builder) -> builder.executor(executor);
		}
		// end::executor[]

		// tag::http2[]
		@Bean
		ClientHttpConnectorBuilderCustomizer<ReactorClientHttpConnectorBuilder> http2() {
			return (builder) -> builder
				.withHttpClientCustomizer((client) -> client.protocol(HttpProtocol.H2, HttpProtocol.HTTP11));
		}
		// end::http2[]

		// tag::qualified-connection-details[]
		@Bean
		@Qualifier("library")
		HyperClientConnectionDetails libraryConnection(Environment environment, SslBundles bundles) {
			return new HyperClientConnectionDetails() {

				@Override
				public URI getBaseUrl() {
					return environment.getRequiredProperty("registry.library", URI.class);
				}

				@Override
				public SslBundle getSslBundle() {
					return bundles.getBundle("internal");
				}

			};
		}
		// end::qualified-connection-details[]

		// tag::interim-responses[]
		@Bean
		RestClient inventory(RestClient.Builder builder) {
			HttpClient client = InterimResponses.skip(HttpClient.create().compress(true));
			return builder.requestFactory(new ReactorClientHttpRequestFactory(client)).build();
		}
		// end::interim-responses[]

		// tag::stored-token[]
		@Bean
		StoredTokenAuthorizer launchpadAuthorizer(OAuthTokenFlow flow) {
			TokenStore store = new FileTokenStore(Path.of(System.getProperty("user.home"), ".my-app", "tokens"));
			return new StoredTokenAuthorizer(URI.create("https://api.launchpad.net/"), flow.consumer(), store)
				.withPrompt(flow, (page) -> System.out.println("Open " + page), Duration.ofMinutes(15));
		}
		// end::stored-token[]

		// tag::actuator-security[]
		@Bean
		@Order(1)
		SecurityFilterChain actuatorSecurity(HttpSecurity http) {
			return http.securityMatcher(EndpointRequest.toAnyEndpoint())
				.authorizeHttpRequests((requests) -> requests.requestMatchers(EndpointRequest.to("health"))
					.permitAll()
					.requestMatchers(HttpMethod.GET)
					.hasAnyRole("OPERATOR", "ADMIN")
					.anyRequest()
					.hasRole("ADMIN"))
				.httpBasic(Customizer.withDefaults())
				.csrf((csrf) -> csrf.ignoringRequestMatchers(EndpointRequest.to("hyperclient", "httpcache")))
				.build();
		}
		// end::actuator-security[]

		// tag::application-security[]
		@Bean
		@Order(2)
		SecurityFilterChain applicationSecurity(HttpSecurity http) {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
				.httpBasic(Customizer.withDefaults())
				.build();
		}
		// end::application-security[]

	}

	// tag::connection-details[]
	@TestConfiguration
	static class StubConnection {

		@Bean
		HyperClientConnectionDetails connection(WireMockServer server) {
			return () -> URI.create(server.baseUrl() + "/1.0/");
		}

	}
	// end::connection-details[]

	// tag::controller[]
	@RestController
	class RecipeController {

		private final ServiceRoot root;

		RecipeController(ServiceRoot root) {
			this.root = root;
		}

		@GetMapping("/recipes/{id}")
		Entry recipe(@PathVariable int id) {
			return this.root.collection("recipes").get(id);
		}

		@GetMapping("/recipes")
		List<Row> recipes() {
			return this.root.collection("recipes").stream().map((recipe) -> recipe.to(Row.class)).toList();
		}

		record Row(int id, String instructions) {
		}

	}
	// end::controller[]

	// tag::several-services[]
	class Kitchen {

		Kitchen(ServiceRoot launchpad, @Qualifier("cookbook") ServiceRoot cookbook, Map<String, ServiceRoot> all) {
			// ...
		}

	}
	// end::several-services[]

	static void obtainToken() {
		// tag::obtain-token[]
		URI service = URI.create("https://api.launchpad.net/");
		OAuthConsumer consumer = OAuthConsumer.of("my-app");
		AccessToken token = OAuthTokenFlow.builder(OAuthTokenFlow.webRootOf(service), consumer)
			.accessLevels(AccessLevel.READ_PUBLIC, AccessLevel.WRITE_PRIVATE)
			.build()
			.obtain((page) -> System.out.println("Open " + page), Duration.ofMinutes(15));
		new CredentialsFile(Path.of("my-app.credentials")).write(new StoredCredentials(consumer, token));
		// end::obtain-token[]
	}

	static void readLaunchpad(ServiceRoot root) {
		// tag::launchpad[]
		Entry bug = root.collection("bugs").get(1);
		Entry person = root.collection("people").get("sabdfl");
		String title = root.collection("projects").get("launchpad").getString("title");
		// end::launchpad[]
	}

	static void buildLaunchpad() {
		// tag::launchpad-build[]
		ServiceRoot root = Launchpad.STAGING.builder().version("devel").build();
		// end::launchpad-build[]
	}

	static void observe(ObservationRegistry registry) {
		// tag::observe[]
		ServiceRoot.builder()
			.serviceRoot("https://api.launchpad.net/devel/")
			.webClient(() -> WebClient.builder().observationRegistry(registry).build())
			.addCallObserver(new HyperClientCallObserver(registry, "launchpad"))
			.build();
		// end::observe[]
	}

}
