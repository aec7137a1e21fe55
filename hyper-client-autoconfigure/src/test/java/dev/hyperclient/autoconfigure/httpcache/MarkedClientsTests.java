package dev.hyperclient.autoconfigure.httpcache;

import java.io.Closeable;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import dev.hyperclient.autoconfigure.internal.CacheMarker;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.spring.HttpCacheIdentity;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The caches of marked requests, and clients of Spring Boot's builders that are not
 * cached: they do what they do without the HTTP cache.
 */
class MarkedClientsTests {

	private static final String ENABLED = "hyper-client.http-cache.enabled=";

	@AutoClose
	private final CountingServer server = new CountingServer();

	private final ApplicationContextRunner runner = HttpCacheContextRunner.create().withBean(Clients.class);

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	private final ClientCaching caching = new ClientCaching(this.cache, List.of(), "", DataSize.ofMegabytes(1), null,
			new ConcurrentHashMap<>());

	@ParameterizedTest
	@ValueSource(
			strings = { "imperative.factory=http-components", "imperative.factory=jdk", "reactive.connector=reactor" })
	void redirectsAreThoseOfTheHttpClient(String transport) {
		ApplicationContextRunner client = this.runner.withPropertyValues("spring.http.clients." + transport);
		List<String> expected = new ArrayList<>();
		client.withPropertyValues(ENABLED + "false")
			.run((context) -> expected.addAll(redirects(context, this.server, transport)));
		assertThat(expected).hasSizeGreaterThan(20);
		client.withPropertyValues(ENABLED + "true", "hyper-client.http-cache.clients=chosen")
			.run((context) -> assertThat(redirects(context, this.server, transport)).isEqualTo(expected));
		client.withPropertyValues(ENABLED + "true").run((context) -> {
			HttpCacheTransports.exclude(context.getBean(Clients.class).rest());
			HttpCacheTransports.exclude(context.getBean(Clients.class).web());
			assertThat(redirects(context, this.server, transport)).isEqualTo(expected);
		});
	}

	/** Return results and requests. */
	private static List<String> redirects(ApplicationContext context, CountingServer server, String transport) {
		List<String> results = new ArrayList<>();
		for (int status : List.of(301, 302, 303, 307, 308)) {
			for (HttpMethod method : List.of(HttpMethod.GET, HttpMethod.POST, HttpMethod.PUT, HttpMethod.DELETE)) {
				server.requests().clear();
				URI uri = URI.create(server.url() + "/moved/" + status + "?/a");
				String body = (method == HttpMethod.POST || method == HttpMethod.PUT) ? "text" : null;
				results.add(transport.startsWith("reactive") ? web(context, method, uri, body)
						: rest(context, method, uri, body));
				results.addAll(server.requests());
			}
		}
		return results;
	}

	private static String rest(ApplicationContext context, HttpMethod method, URI uri, String body) {
		RestClient.RequestBodySpec request = context.getBean(Clients.class).rest().build().method(method).uri(uri);
		return ((body != null) ? request.body(body) : request).exchange(
				(sent, response) -> response.getStatusCode() + " " + new String(response.getBody().readAllBytes()));
	}

	private static String web(ApplicationContext context, HttpMethod method, URI uri, String body) {
		WebClient.RequestBodySpec request = context.getBean(Clients.class).web().build().method(method).uri(uri);
		return ((body != null) ? request.bodyValue(body) : request)
			.exchangeToMono((response) -> response.bodyToMono(String.class)
				.defaultIfEmpty("")
				.map((text) -> response.statusCode() + " " + text))
			.onErrorResume((ex) -> Mono.just(ex.getClass().getName()))
			.block(Duration.ofSeconds(10));
	}

	@ParameterizedTest
	@ValueSource(strings = { "false", "true" })
	void redirectsThatACustomizerForbidsAreNotFollowed(boolean enabled) {
		this.runner.withUserConfiguration(NeverFollows.class)
			.withPropertyValues(ENABLED + enabled, "hyper-client.http-cache.clients=chosen")
			.run((context) -> assertThat(
					rest(context, HttpMethod.GET, URI.create(this.server.url() + "/moved/302?/a"), null))
				.startsWith("302"));
	}

	@Test
	void consumerOfARequestRunsOnce() {
		this.runner
			.withPropertyValues("hyper-client.http-cache.clients=chosen",
					"spring.http.clients.reactive.connector=reactor")
			.run((context) -> {
				AtomicInteger calls = new AtomicInteger();
				context.getBean(WebClient.Builder.class).build().get().uri(this.server.url()).httpRequest((request) -> {
					calls.incrementAndGet();
					request.<reactor.netty.http.client.HttpClientRequest>getNativeRequest().header("a", "b");
				}).retrieve().toBodilessEntity().block(Duration.ofSeconds(10));
				assertThat(calls).hasValue(1);
			});
	}

	@Test
	void connectorsAreClosedWithTheContext() {
		List<ClosedConnector> built = new ArrayList<>();
		ClientHttpConnectorBuilder<?> builder = (settings) -> {
			built.add(new ClosedConnector(new JdkClientHttpConnector(), new AtomicInteger()));
			return built.get(built.size() - 1);
		};
		this.runner.withBean(ClientHttpConnectorBuilder.class, () -> builder)
			.withPropertyValues(ENABLED + "true")
			.run((context) -> assertThat(web(context, HttpMethod.GET, URI.create(this.server.url()), null))
				.startsWith("200"));
		assertThat(built).hasSize(2).allSatisfy((connector) -> assertThat(connector.closed()).hasValue(1));
	}

	@ParameterizedTest
	@ValueSource(strings = { "all", "chosen" })
	void beansOfTheCacheMayNeedABuilder(String clients) {
		this.runner.withUserConfiguration(CacheBeans.class)
			.withPropertyValues(ENABLED + "true", "hyper-client.http-cache.clients=" + clients)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				RestClient client = context.getBean(RestClient.Builder.class)
					.apply(context.getBean(RestClientHttpCache.class)::apply)
					.build();
				for (int i = 0; i < 2; i++) {
					assertThat(client.get().uri(this.server.url()).retrieve().body(String.class))
						.isEqualTo("1 for nobody");
				}
			});
	}

	@Test
	void requestsOfOneGroupUseOneCache() {
		assertThat(select("")).isSameAs(this.cache);
		assertThat(select("pantry")).isSameAs(select("pantry"));
	}

	@Test
	void requestWithoutMarkHasNoCache() {
		assertThat(this.caching.<Map<String, Object>>selector((attributes) -> attributes).apply(Map.of())).isNull();
	}

	private HttpCache select(String group) {
		return this.caching.<Map<String, Object>>selector((attributes) -> attributes)
			.apply(Map.of(CacheMarker.ATTRIBUTE, new CacheMarker(group)));
	}

	/**
	 * A connector that counts how often it is closed.
	 *
	 * @param connector sends the requests
	 * @param closed the number of times
	 */
	record ClosedConnector(ClientHttpConnector connector,
			AtomicInteger closed) implements ClientHttpConnector, Closeable {

		@Override
		public Mono<ClientHttpResponse> connect(HttpMethod method, URI uri,
				Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
			return this.connector.connect(method, uri, requestCallback);
		}

		@Override
		public void close() {
			this.closed.incrementAndGet();
		}

	}

	/** Clients whose builders can be excluded. */
	record Clients(RestClient.Builder rest, WebClient.Builder web) {
	}

	@Configuration(proxyBeanMethods = false)
	static class NeverFollows {

		@Bean
		ClientHttpRequestFactoryBuilder<?> neverFollows() {
			return ClientHttpRequestFactoryBuilder.jdk()
				.withHttpClientCustomizer((builder) -> builder.followRedirects(HttpClient.Redirect.NEVER));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class CacheBeans {

		@Bean
		HttpCacheIdentity identity(RestClient.Builder rest, WebClient.Builder web, RestTemplateBuilder templates,
				RestClientHttpCache cache) {
			rest.apply(cache::apply).build();
			web.build();
			templates.build();
			return (HttpRequest request) -> null;
		}

		@Bean
		CacheListener listener(RestClient.Builder rest, WebClient.Builder web) {
			return (request, result) -> {
			};
		}

		@Bean
		HttpCache ownCache(RestClient.Builder rest, WebClient.Builder web, RestTemplateBuilder templates) {
			templates.build();
			return HttpCache.inMemory(DataSize.ofMegabytes(1));
		}

	}

}
