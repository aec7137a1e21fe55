package dev.hyperclient.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.netty.http.client.HttpClient;

import org.springframework.http.HttpMethod;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.ReactorClientHttpRequestFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.absent;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Request fields that name a user in place of {@code Authorization}.
 */
class KeyFieldTests {

	@RegisterExtension
	static final WireMockExtension server = MockServers.templating();

	@RegisterExtension
	static final WireMockExtension other = MockServers.plain();

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	@BeforeEach
	void answer() {
		for (String control : List.of("private, max-age=60", "max-age=60", "public, max-age=60")) {
			server.stubFor(get("/" + control.replace(", ", "-"))
				.willReturn(aResponse().withHeader("Cache-Control", control).withBody("{{request.headers}}")));
		}
		server.stubFor(get("/moved").willReturn(aResponse().withStatus(302).withHeader("Location", other.url("/b"))));
		other.stubFor(get("/b").willReturn(aResponse().withBody("other")));
	}

	@AfterEach
	void close() {
		this.cache.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "X-Api-Key", "Api-Key", "ApiKey", "X-Auth-Token", "X-Access-Token", "PRIVATE-TOKEN",
			"X-Vault-Token", "Ocp-Apim-Subscription-Key" })
	void eachKeyIsAUser(String field) {
		clients().forEach((kind, client) -> {
			for (String path : List.of("/private-max-age=60", "/max-age=60")) {
				List<String> answers = new ArrayList<>();
				for (String key : List.of("one", "two", "", "one", "two", "")) {
					answers.add(read(client, path, key.isEmpty() ? "" : field + ": " + key));
				}
				assertThat(answers.subList(0, 3)).as("%s %s", kind, path).isEqualTo(answers.subList(3, 6));
				assertThat(answers.get(0)).contains("one");
				assertThat(answers.get(1)).contains("two").doesNotContain("one");
				assertThat(answers.get(2)).doesNotContain("one", "two");
			}
			server.verify(6, anyRequestedFor(anyUrl()));
			this.cache.clear();
			server.resetRequests();
		});
	}

	@Test
	void sameValueOfAnotherFieldIsAnotherUser() {
		clients().forEach((kind, client) -> {
			for (String field : List.of("X-Api-Key", "X-Auth-Token", "Authorization", "X-Api-Key")) {
				read(client, "/max-age=60", field + ": one");
			}
			server.verify(3, anyRequestedFor(anyUrl()));
			this.cache.clear();
			server.resetRequests();
		});
	}

	@Test
	void publicResponseIsForAllKeys() {
		clients().values().forEach((client) -> {
			for (String key : List.of("one", "two")) {
				read(client, "/public-max-age=60", "X-Api-Key: " + key);
			}
		});
		server.verify(1, anyRequestedFor(anyUrl()));
	}

	@Test
	void keyWithACookieGetsNoResponseWithoutCredentials() {
		clients().values().forEach((client) -> {
			read(client, "/max-age=60", "");
			assertThat(read(client, "/max-age=60", "Cookie: a=b | X-Api-Key: one")).contains("one");
			this.cache.clear();
		});
	}

	@Test
	void keyIsNotSentToAnotherOrigin() {
		clients().values().forEach((client) -> {
			assertThat(read(client, "/moved", "X-Vault-Token: one | X-Other: kept")).isEqualTo("other");
			other.verify(1, getRequestedFor(urlEqualTo("/b")).withHeader("X-Vault-Token", absent())
				.withHeader("X-Other", equalTo("kept")));
			other.resetRequests();
		});
	}

	@Test
	void keyThatTheHttpClientAddsIsNoticed() {
		for (String key : List.of("one", "two")) {
			HttpClient reactor = HttpClient.create().headers((headers) -> headers.set("X-Api-Key", key));
			for (TestClient client : List.of(
					WebClients
						.client(new CachingClientHttpConnector(this.cache, new ReactorClientHttpConnector(reactor))),
					RestClients.client(new CachingClientHttpRequestFactory(this.cache,
							new ReactorClientHttpRequestFactory(reactor))))) {
				assertThat(read(client, "/max-age=60", "")).contains(key);
			}
		}
		assertThat(this.cache.size().entries()).isZero();
	}

	@Test
	void emptyIdentityOfTheApplicationSharesResponsesOfAllKeys() {
		TestClient client = RestClients
			.client(new CachingClientHttpRequestFactory(this.cache, new JdkClientHttpRequestFactory())
				.withIdentity((request) -> ""));
		for (String key : List.of("one", "two")) {
			assertThat(read(client, "/max-age=60", "X-Api-Key: " + key)).contains("one");
		}
	}

	private Map<String, TestClient> clients() {
		CachingClientHttpRequestFactory factory = new CachingClientHttpRequestFactory(this.cache,
				new JdkClientHttpRequestFactory())
			.withRedirects();
		CachingClientHttpConnector connector = new CachingClientHttpConnector(this.cache,
				new ReactorClientHttpConnector())
			.withRedirects();
		return Map.of("RestClient", RestClients.client(factory), "WebClient", WebClients.client(connector));
	}

	private static String read(TestClient client, String path, String fields) {
		return String.valueOf(client.exchange(HttpMethod.GET, server.url(path), Fields.of(fields)).getBody());
	}

}
