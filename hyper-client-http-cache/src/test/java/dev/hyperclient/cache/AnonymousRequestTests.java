package dev.hyperclient.cache;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.ReactorClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests without credentials to a server that varies on {@code Authorization} (RFC
 * 9111, 4.1).
 */
class AnonymousRequestTests {

	@RegisterExtension
	static final WireMockExtension server = MockServers.templating();

	private static final String ANONYMOUS = "of ";

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	@BeforeEach
	void answerAsServersWithUsersDo() {
		server.stubFor(WireMock.get(anyUrl())
			.willReturn(aResponse().withHeader("Cache-Control", "private, max-age=60")
				.withHeader("ETag", "\"1\"")
				.withHeader("Vary", "Accept, Authorization, Cookie")
				.withBody("of {{request.headers.Authorization}}")));
		server.stubFor(WireMock.get("/validated")
			.withHeader("If-None-Match", WireMock.equalTo("\"1\""))
			.willReturn(aResponse().withStatus(304).withHeader("ETag", "\"1\"")));
		server.stubFor(WireMock.get("/validated")
			.withHeader("If-None-Match", WireMock.absent())
			.willReturn(aResponse().withHeader("ETag", "\"1\"")
				.withHeader("Vary", "Authorization")
				.withBody("of {{request.headers.Authorization}}")));
	}

	static Stream<Named<Function<HttpCache, TestClient>>> clients() {
		return TestClients.transports().filter((client) -> !client.getName().endsWith("SIMPLE"));
	}

	@ParameterizedTest
	@MethodSource("clients")
	void threeAnonymousCallsMakeOneRequestAndUsersAreKeptApart(Function<HttpCache, TestClient> creator) {
		TestClient client = creator.apply(this.cache);
		for (int i = 0; i < 3; i++) {
			assertThat(text(client, "/a", "")).isEqualTo(ANONYMOUS);
		}
		server.verify(1, getRequestedFor(anyUrl()));
		for (String user : List.of("ann", "ben", "ann", "", "ben", "")) {
			assertThat(text(client, "/a", user)).isEqualTo(ANONYMOUS + user);
		}
		server.verify(3, getRequestedFor(anyUrl()));
	}

	@ParameterizedTest
	@MethodSource("clients")
	void responseOfAnotherClientIsServedOnceItsOwnRequestsAreKnown(Function<HttpCache, TestClient> creator) {
		assertThat(text(jdk(), "/a", "")).isEqualTo(ANONYMOUS);
		TestClient client = creator.apply(this.cache);
		for (int i = 0; i < 3; i++) {
			assertThat(text(client, "/b", "")).isEqualTo(ANONYMOUS);
			assertThat(text(client, "/a", "")).isEqualTo(ANONYMOUS);
		}
		server.verify(1, getRequestedFor(urlEqualTo("/a")));
		server.verify(1, getRequestedFor(urlEqualTo("/b")));
	}

	/** Their requests show no credentials, but their transports add some. */
	static Stream<Named<Function<HttpCache, TestClient>>> clientsThatAddCredentials() {
		reactor.netty.http.client.HttpClient adding = reactor.netty.http.client.HttpClient.create()
			.headers((headers) -> headers.set("Authorization", "ann"));
		return Stream.of(
				Named.of("Apache",
						(cache) -> blocking(cache,
								new HttpComponentsClientHttpRequestFactory(HttpClients.custom()
									.addRequestInterceptorLast(
											(request, entity, context) -> request.setHeader("Authorization", "ann"))
									.build()))),
				Named.of("Reactor Netty", (cache) -> blocking(cache, new ReactorClientHttpRequestFactory(adding))),
				Named.of("Reactor Netty below WebClient", (cache) -> WebClients
					.client(new CachingClientHttpConnector(cache, new ReactorClientHttpConnector(adding)))));
	}

	@ParameterizedTest
	@MethodSource("clientsThatAddCredentials")
	void clientThatAddsCredentialsNeverGetsAnonymousResponse(Function<HttpCache, TestClient> creator) {
		assertThat(text(jdk(), "/a", "")).isEqualTo(ANONYMOUS);
		TestClient client = creator.apply(this.cache);
		for (int i = 0; i < 3; i++) {
			assertThat(text(client, "/a", "")).isEqualTo(ANONYMOUS + "ann");
			assertThat(text(jdk(), "/a", "")).isEqualTo(ANONYMOUS);
		}
	}

	@Test
	void clientThatHasAddedCredentialsOnceGetsNoAnonymousResponse() {
		boolean[] adds = new boolean[1];
		TestClient client = blocking(this.cache, new ReactorClientHttpRequestFactory(
				reactor.netty.http.client.HttpClient.create().doOnRequest((request, connection) -> {
					if (adds[0]) {
						request.requestHeaders().set("Authorization", "ann");
					}
				})));
		assertThat(text(client, "/a", "")).isEqualTo(ANONYMOUS);
		adds[0] = true;
		assertThat(text(client, "/b", "")).isEqualTo(ANONYMOUS + "ann");
		assertThat(text(client, "/a", "")).isEqualTo(ANONYMOUS + "ann");
	}

	/** The key names the application, and the transport adds who uses it. */
	@ParameterizedTest
	@ValueSource(strings = { "X-Api-Key", "Ocp-Apim-Subscription-Key", "Cookie" })
	void usersOfTransportsThatShowNothingAreKeptApartWithOtherCredentials(String field) {
		for (HttpCache each : List.of(this.cache,
				HttpCache.builder()
					.inMemory(DataSize.ofMegabytes(1))
					.identityKey("secret-of-the-application")
					.build())) {
			for (String user : List.of("ann", "ben", "ann")) {
				ClientHttpRequestFactory hidden = new SimpleClientHttpRequestFactory() {

					@Override
					protected void prepareConnection(HttpURLConnection connection, String method) throws IOException {
						super.prepareConnection(connection, method);
						connection.setRequestProperty("Authorization", user);
					}

				};
				RestClient client = RestClient.builder()
					.requestFactory(new CachingClientHttpRequestFactory(each, hidden))
					.defaultHeader(field, "application")
					.build();
				assertThat(client.get().uri(server.url("/validated")).retrieve().body(String.class))
					.isEqualTo(ANONYMOUS + user);
			}
		}
	}

	@ParameterizedTest
	@EnumSource(names = "SIMPLE")
	void requestsOfClientThatShowsNothingAreSent(Transports transport) {
		TestClient client = transport.client(this.cache);
		for (int i = 0; i < 3; i++) {
			assertThat(text(client, "/a", "")).isEqualTo(ANONYMOUS);
		}
		server.verify(3, getRequestedFor(anyUrl()));
		assertThat(this.cache.size().entries()).isZero();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void exchangeAroundAnyClientStoresAndFindsNothing(boolean stored) {
		if (stored) {
			text(jdk(), "/a", "");
		}
		int[] sent = new int[1];
		RequestSender around = this.cache.around((request) -> {
			sent[0]++;
			return CacheResponse.of(request.uri(), 200,
					Fields.of("Cache-Control: max-age=60 | Vary: Accept, Authorization, Cookie"), new byte[] { 'a' });
		});
		for (int i = 1; i <= 3; i++) {
			around.exchange(CacheRequest.get(URI.create(server.url("/a")), HttpHeaders.EMPTY));
			assertThat(sent).containsExactly(i);
		}
	}

	private TestClient jdk() {
		return Transports.JDK.client(this.cache);
	}

	private static TestClient blocking(HttpCache cache, ClientHttpRequestFactory factory) {
		return RestClients.client(new CachingClientHttpRequestFactory(cache, factory));
	}

	private static String text(TestClient client, String path, String user) {
		HttpHeaders fields = Fields.of("Accept: text/plain" + (user.isEmpty() ? "" : " | Authorization: " + user));
		return client.exchange(HttpMethod.GET, server.url(path), fields).getBody();
	}

}
