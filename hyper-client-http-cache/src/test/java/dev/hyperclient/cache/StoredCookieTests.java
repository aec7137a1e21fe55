package dev.hyperclient.cache;

import java.util.List;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.TestClients.TestClient;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Users that are served the cookie of a response to a request without credentials.
 */
class StoredCookieTests {

	@RegisterExtension
	static final WireMockExtension server = MockServers.templating();

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	/**
	 * Each response starts another session. The last column is the number of requests.
	 */
	@ParameterizedTest(name = "{0} for {1} then {2}")
	@CsvSource(delimiter = '|', nullValues = "-", textBlock = """
			private, max-age=600               | -         | -         | 2
			private, max-age=600               | -         | theme=dark | 2
			private="Set-Cookie", max-age=600  | -         | -         | 2
			private, max-age=600, public       | -         | -         | 2
			max-age=600                        | -         | theme=dark | 2
			max-age=600                        | -         | -         | 1
			public, max-age=600                | -         | -         | 1
			public, max-age=600                | -         | theme=dark | 1
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

}
