package dev.hyperclient.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.netty.http.client.HttpClient;

import org.springframework.http.HttpHeaders;
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
 * Responses to users that are known by a cookie, by a field in place of {@code
 * Authorization}, or by a token that changes.
 */
class UserResponsesTests {

	@RegisterExtension
	static final WireMockExtension server = MockServers.templating();

	@RegisterExtension
	static final WireMockExtension other = MockServers.plain();

	@AutoClose
	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1))
		.withRules(List.of(CacheRule.of("/ruled").withMaxAge(Duration.ofMinutes(10)).withOverride(true)));

	@BeforeEach
	void answer() {
		for (String control : List.of("private, max-age=60", "max-age=60", "public, max-age=60")) {
			server.stubFor(get("/" + control.replace(", ", "-"))
				.willReturn(aResponse().withHeader("Cache-Control", control).withBody("{{request.headers}}")));
		}
		server.stubFor(get("/moved").willReturn(aResponse().withStatus(302).withHeader("Location", other.url("/b"))));
		other.stubFor(get("/b").willReturn(aResponse().withBody("other")));
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

	/**
	 * Each response starts another session. The last column is the number of requests.
	 */
	@ParameterizedTest(name = "{0} for {1} then {2}")
	@CsvSource(delimiter = '|', nullValues = "-", textBlock = """
			private, max-age=600               | -         | -         | 2
			private="Set-Cookie", max-age=600  | -         | -         | 2
			private, max-age=600, public       | -         | -         | 2
			public, max-age=600                | -         | theme=dark | 1
			max-age=600                        | -         | -         | 1
			private, max-age=600               | sid=bob   | sid=bob   | 1
			private, max-age=600               | sid=bob   | sid=ann   | 2
			""")
	void cookieIsServedToThoseThatItMayBeFor(String cacheControl, String first, String second, int requests) {
		server.stubFor(WireMock.get("/login")
			.willReturn(aResponse().withHeader("Cache-Control", cacheControl)
				.withHeader("Set-Cookie", "sid={{randomValue length=24}}; Path=/; HttpOnly")
				.withBody("welcome")));
		for (TestClients clients : List.of(new RestClients(), new WebClients())) {
			this.cache.clear();
			server.resetRequests();
			TestClient client = clients.create(this.cache);
			String session = session(client, first);
			String other = session(client, second);
			assertThat(other.equals(session)).isEqualTo(requests == 1);
			server.verify(requests, WireMock.anyRequestedFor(WireMock.anyUrl()));
		}
	}

	/** A 304 does not say again for whom the cookie is. */
	@ParameterizedTest
	@ValueSource(strings = { "private, max-age=0", "private, no-cache" })
	void privateCookieIsNotServedAfterValidation(String cacheControl) {
		server.stubFor(WireMock.get("/login")
			.willReturn(aResponse().withHeader("Cache-Control", cacheControl)
				.withHeader("ETag", "\"1\"")
				.withHeader("Set-Cookie", "sid={{randomValue length=24}}")));
		server.stubFor(WireMock.get("/login")
			.withHeader("If-None-Match", WireMock.matching(".+"))
			.willReturn(aResponse().withStatus(304)));
		TestClient client = new RestClients().create(this.cache);
		assertThat(session(client, null)).isNotEqualTo(session(client, null));
	}

	/** A 304 with a cookie updates the stored response, which must not be reused then. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void cookieOfConfirmationIsNotServedToOthers(boolean isPrivate) {
		String directives = (isPrivate ? "private, " : "public, ") + "max-age=0";
		server.stubFor(WireMock.get("/login")
			.willReturn(aResponse().withHeader("Cache-Control", directives).withHeader("ETag", "\"1\"")));
		server.stubFor(WireMock.get("/login")
			.withHeader("If-None-Match", WireMock.matching(".+"))
			.willReturn(aResponse().withStatus(304)
				.withHeader("Cache-Control", (isPrivate ? "private, " : "public, ") + "max-age=600")
				.withHeader("Set-Cookie", "sid={{randomValue length=24}}")));
		TestClient client = new RestClients().create(this.cache);
		client.get(server.url("/login"));
		String confirmed = session(client, null);
		assertThat(confirmed.equals(session(client, null))).isEqualTo(!isPrivate);
	}

	private static String session(TestClient client, String cookie) {
		HttpHeaders fields = (cookie != null) ? Fields.of("Cookie: " + cookie) : HttpHeaders.EMPTY;
		return client.exchange(HttpMethod.GET, server.url("/login"), fields).getHeaders().getFirst("Set-Cookie");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			401 | private, max-age=600
			401 | public, max-age=600
			403 | private, max-age=600
			403 | max-age=600
			407 | max-age=600
			""")
	void principalWithNewTokenIsNotServedRefusalOfTheFormerOne(int status, String cacheControl) {
		for (TestClients clients : List.of(new RestClients(), new WebClients())) {
			answerOnlyNewToken(status, cacheControl);
			TestClient client = clients.withIdentity(this.cache, "ann");
			for (String path : List.of("/a", "/ruled")) {
				assertThat(status(client, path, "old")).isEqualTo(status);
				assertThat(status(client, path, "new")).isEqualTo(200);
				assertThat(status(client, path, "new")).isEqualTo(200);
			}
			this.cache.clear();
		}
	}

	/** A retry with the same token is sent, too. */
	@ParameterizedTest
	@CsvSource({ "401, 3", "407, 3", "403, 1", "404, 1" })
	void onlyAnswersAboutCredentialsAreRequestedAgain(int status, int requests) {
		answerOnlyNewToken(status, "private, max-age=600");
		TestClient client = new RestClients().create(this.cache);
		for (int i = 0; i < 3; i++) {
			assertThat(status(client, "/a", "old")).isEqualTo(status);
		}
		server.verify(requests, WireMock.anyRequestedFor(WireMock.anyUrl()));
		assertThat(status(client, "/a", "new")).isEqualTo(200);
	}

	@ParameterizedTest
	@CsvSource({ "401, 2", "407, 2", "403, 1" })
	void anonymousRefusalIsKeptUnlessItDemandsCredentials(int status, int requests) {
		server.resetAll();
		server.stubFor(WireMock.any(WireMock.anyUrl())
			.willReturn(aResponse().withStatus(status).withHeader("Cache-Control", "max-age=600")));
		TestClient client = new WebClients().create(this.cache);
		client.get(server.url("/a"));
		client.get(server.url("/a"));
		server.verify(requests, WireMock.anyRequestedFor(WireMock.anyUrl()));
	}

	private static void answerOnlyNewToken(int status, String cacheControl) {
		server.resetAll();
		server.stubFor(WireMock.any(WireMock.anyUrl())
			.willReturn(aResponse().withStatus(status).withHeader("Cache-Control", cacheControl)));
		server.stubFor(WireMock.any(WireMock.anyUrl())
			.withHeader("Authorization", equalTo("Bearer new"))
			.willReturn(aResponse().withHeader("Cache-Control", "private, max-age=600").withBody("content")));
	}

	private static int status(TestClient client, String path, String token) {
		return client.exchange(HttpMethod.GET, server.url(path), Fields.of("Authorization: Bearer " + token))
			.getStatusCode()
			.value();
	}

}
