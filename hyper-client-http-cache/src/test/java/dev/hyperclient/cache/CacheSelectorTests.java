package dev.hyperclient.cache;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.internal.transaction.CacheContext.ListeningSelector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.http.HttpRequest;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.HttpComponentsClientHttpConnector;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The choice of a cache for each request, for {@code RestClient} and {@code WebClient}.
 */
class CacheSelectorTests {

	private static final String CACHED = "cached";

	@RegisterExtension
	static final WireMockExtension server = MockServers.plain();

	private final List<CacheOutcome> outcomes = new CopyOnWriteArrayList<>();

	private final List<CacheOutcome> ofRequest = new CopyOnWriteArrayList<>();

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1))
		.withAdditionalListener((request, result) -> this.outcomes.add(result.outcome()));

	private final HttpCache observed = this.cache
		.withAdditionalListener((request, result) -> this.ofRequest.add(result.outcome()));

	private final RestClient restClient = RestClient.builder()
		.baseUrl(server.baseUrl())
		.requestFactory(new CachingClientHttpRequestFactory(this.cache, new JdkClientHttpRequestFactory())
			.withIdentity((request) -> request.getHeaders().getFirst("X-User"))
			.withCacheSelector((request) -> select(request.getAttributes())))
		.build();

	private final WebClient webClient = WebClient.builder()
		.baseUrl(server.baseUrl())
		.clientConnector(new CachingClientHttpConnector(this.cache, new JdkClientHttpConnector())
			.withIdentity((request) -> request.getHeaders().getFirst("X-User"))
			.withCacheSelector((request) -> select(request.getAttributes())))
		.build();

	@BeforeEach
	void serve() {
		server.stubFor(any(anyUrl()).willReturn(aResponse().withHeader("Cache-Control", "max-age=60").withBody("a")));
	}

	private HttpCache select(Map<String, Object> attributes) {
		return attributes.containsKey(CACHED) ? this.observed : null;
	}

	@Test
	void selectedCacheIsUsed() {
		for (int i = 0; i < 2; i++) {
			this.restClient.get().uri("/a").attribute(CACHED, true).retrieve().body(String.class);
			read(this.webClient.get().uri("/b").attribute(CACHED, true));
		}
		assertThat(this.outcomes)
			.containsExactly(CacheOutcome.MISS, CacheOutcome.MISS, CacheOutcome.HIT, CacheOutcome.HIT)
			.isEqualTo(this.ofRequest);
	}

	@Test
	void listenerOfOneRequestIsNotifiedOfNoOther() {
		RestClient client = RestClient.builder()
			.baseUrl(server.baseUrl())
			.requestFactory(new CachingClientHttpRequestFactory(this.cache, new JdkClientHttpRequestFactory())
				.withCacheSelector(new ListeningSelector<HttpRequest, HttpCache>() {

					@Override
					public HttpCache apply(HttpRequest request) {
						return CacheSelectorTests.this.cache;
					}

					@Override
					public CacheListener listener(HttpRequest request) {
						return request.getAttributes().containsKey(CACHED)
								? (seen, result) -> CacheSelectorTests.this.ofRequest.add(result.outcome())
								: CacheListener.NONE;
					}

				}))
			.build();
		client.get().uri("/a").retrieve().body(String.class);
		client.get().uri("/a").attribute(CACHED, true).retrieve().body(String.class);
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT);
		assertThat(this.ofRequest).containsExactly(CacheOutcome.HIT);
	}

	@Test
	void otherRequestsAreSentWithoutTheCache() {
		for (int i = 0; i < 2; i++) {
			this.restClient.get().uri("/a").retrieve().body(String.class);
			this.restClient.post().uri("/a").body("text").retrieve().body(String.class);
			read(this.webClient.get().uri("/a"));
			read(this.webClient.post().uri("/a").bodyValue("text"));
		}
		assertThat(this.outcomes).isEmpty();
		server.verify(4, WireMock.getRequestedFor(urlEqualTo("/a")));
		server.verify(4, postRequestedFor(urlEqualTo("/a")).withRequestBody(equalTo("text")));
	}

	@Test
	void unknownIdentityIsThatOfTheCredentials() {
		for (String user : List.of("ann", "ben")) {
			this.restClient.get()
				.uri("/a")
				.attribute(CACHED, true)
				.header("Authorization", user)
				.retrieve()
				.body(String.class);
			read(this.webClient.get().uri("/a").attribute(CACHED, true).header("Authorization", user));
			read(this.webClient.get()
				.uri("/a")
				.attribute(CACHED, true)
				.header("X-User", "x")
				.header("Authorization", user));
		}
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT, CacheOutcome.MISS,
				CacheOutcome.MISS, CacheOutcome.HIT, CacheOutcome.HIT);
	}

	@Test
	void requestWithConsumerOfTheNativeRequestIsSentWithoutTheCache() {
		for (int i = 0; i < 2; i++) {
			read(this.webClient.get().uri("/a").attribute(CACHED, true).httpRequest((request) -> {
				java.net.http.HttpRequest sent = request.getNativeRequest();
				assertThat(sent.method()).isEqualTo("GET");
			}));
		}
		assertThat(this.outcomes).isEmpty();
		server.verify(2, WireMock.getRequestedFor(urlEqualTo("/a")));
	}

	@Test
	void laterCacheReplacesAnEarlierOne() {
		CachingClientHttpRequestFactory once = new CachingClientHttpRequestFactory(HttpCache.temporary(),
				new JdkClientHttpRequestFactory());
		CachingClientHttpConnector connector = new CachingClientHttpConnector(HttpCache.temporary(),
				new JdkClientHttpConnector());
		RestClient.create()
			.mutate()
			.requestFactory(new CachingClientHttpRequestFactory(this.cache, once))
			.build()
			.get()
			.uri(server.baseUrl() + "/a")
			.retrieve()
			.body(String.class);
		read(WebClient.builder()
			.clientConnector(new CachingClientHttpConnector(this.cache, connector))
			.build()
			.get()
			.uri(server.baseUrl() + "/b"));
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.MISS);
		assertThat(this.cache.size().entries()).isEqualTo(2);
	}

	@Test
	void httpClientsAreClosed() throws Exception {
		List<String> closed = new CopyOnWriteArrayList<>();
		HttpComponentsClientHttpRequestFactory factory = new HttpComponentsClientHttpRequestFactory() {

			@Override
			public void destroy() {
				closed.add("factory");
			}

		};
		new CachingClientHttpRequestFactory(this.cache, factory).destroy();
		HttpComponentsClientHttpConnector connector = new HttpComponentsClientHttpConnector() {

			@Override
			public void close() {
				closed.add("connector");
			}

		};
		new CachingClientHttpConnector(this.cache, connector).close();
		assertThat(closed).containsExactly("factory", "connector");
	}

	private static void read(WebClient.RequestHeadersSpec<?> request) {
		request.retrieve().bodyToMono(String.class).block(Duration.ofSeconds(10));
	}

}
