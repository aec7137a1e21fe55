package dev.hyperclient.cache;

import java.time.Duration;
import java.util.List;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.api.CacheRule;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Responses that are about the token of a request, to a user whose token changes.
 */
class RefusedCredentialsTests {

	@RegisterExtension
	static final WireMockExtension server = MockServers.plain();

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1))
		.withRules(List.of(CacheRule.of("/ruled").withMaxAge(Duration.ofMinutes(10)).withOverride(true)));

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
