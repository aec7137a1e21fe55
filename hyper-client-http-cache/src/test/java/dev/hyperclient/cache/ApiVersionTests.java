package dev.hyperclient.cache;

import java.util.List;
import java.util.Set;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.cache.api.CacheSettings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Versions of an API that a server tells apart without naming the field in {@code Vary},
 * as Spring's own API versioning does.
 */
class ApiVersionTests {

	@RegisterExtension
	static final WireMockExtension server = MockServers.plain();

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	@BeforeEach
	void answer() {
		server
			.stubFor(WireMock.any(anyUrl()).willReturn(aResponse().withHeader("Cache-Control", "public, max-age=60")));
	}

	/** The last column is the number of requests. */
	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			X-API-Version: 1                        | X-API-Version: 2                            | 3
			x-api-version: 1                        | X-Api-Version: 2                            | 3
			API-Version: 1                          | API-Version: 2                              | 3
			Accept-Version: 1                       | Accept-Version: 2                           | 3
			X-GitHub-Api-Version: 2022-11-28        | X-GitHub-Api-Version: 2026-03-10            | 3
			X-Version: 1                            | X-Version: 2                                | 3
			Accept: application/json;version=1      | Accept: application/json; version=2         | 3
			Accept: application/json;charset=a;v=1  | Accept: application/json;charset=a;v="2;3"  | 3
			Accept: text/a;q=1.0;v=1, text/b        | Accept: text/a;q=1.0, text/b                | 2
			Content-Type: application/json;v=1      | Content-Type: application/json;v=2          | 3
			""")
	void requestsForVersionsFindOnlyTheirOwn(String one, String other, int requests) {
		TestClient client = new RestClients().create(this.cache);
		for (String fields : List.of("", one, other, "", one, other)) {
			client.exchange(HttpMethod.GET, server.url("/a"), Fields.of(fields));
		}
		server.verify(requests, anyRequestedFor(anyUrl()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "Accept: application/json;q=0.5", "Accept: text/html; charset=utf-8 ; Q=0.5",
			"Accept: text/html", "Content-Type: text/html;charset=utf-8", "X-Other-Version: 1" })
	void otherFieldsDoNotSelect(String fields) {
		TestClient client = new RestClients().create(this.cache);
		client.get(server.url("/a"));
		client.exchange(HttpMethod.GET, server.url("/a"), Fields.of(fields));
		server.verify(1, anyRequestedFor(anyUrl()));
	}

	/** The response to a request with a version is stored beside those without. */
	@Test
	void responsesWithoutVersionStayUsable() {
		TestClient client = new WebClients().create(this.cache);
		client.get(server.url("/a"));
		client.exchange(HttpMethod.HEAD, server.url("/a"), Fields.of("X-API-Version: 2"));
		client.exchange(HttpMethod.GET, server.url("/a"), Fields.of("X-API-Version: 2 | Cache-Control: no-store"));
		client.exchange(HttpMethod.GET, server.url("/a"),
				Fields.of("X-API-Version: 2 | Cache-Control: only-if-cached"));
		server.verify(3, anyRequestedFor(anyUrl()));
		client.get(server.url("/a"));
		server.verify(3, anyRequestedFor(anyUrl()));
	}

	@Test
	void writeInvalidatesAllVersions() {
		TestClient client = new RestClients().create(this.cache);
		for (int i = 0; i < 2; i++) {
			client.get(server.url("/a"));
			client.exchange(HttpMethod.GET, server.url("/a"), Fields.of("X-API-Version: 1"));
			client.exchange(HttpMethod.GET, server.url("/a"), Fields.of("X-API-Version: 2"));
			client.exchange(HttpMethod.DELETE, server.url("/a"), Fields.of("X-API-Version: 2"));
		}
		server.verify(8, anyRequestedFor(anyUrl()));
	}

	@Test
	void fieldsOfRuleSelect() {
		HttpCache used = this.cache
			.withRules(List.of(CacheRule.of(server.url("/a/**")).withVary(List.of("X-Tenant", "Api-Revision"))));
		TestClient client = new RestClients().create(used);
		for (String path : List.of("/a/1", "/b")) {
			for (String fields : List.of("X-Tenant: a", "", "X-Tenant: b", "X-Tenant: a | Api-Revision: 1", "",
					"X-Tenant: a")) {
				client.exchange(HttpMethod.GET, server.url(path), Fields.of(fields));
			}
		}
		// The first one was stored before the other field was known to select.
		server.verify(5, anyRequestedFor(WireMock.urlEqualTo("/a/1")));
		server.verify(1, anyRequestedFor(WireMock.urlEqualTo("/b")));
	}

	@Test
	void fieldsOfSettingsSelect() {
		CacheSettings settings = CacheSettings.defaults().withVary(Set.of("Api-Revision"));
		assertThat(settings.withStaleIfDisconnected(false).vary()).containsExactly("Api-Revision");
		TestClient client = new WebClients().create(this.cache.withSettings(settings));
		for (String fields : List.of("Api-Revision: 1", "api-revision: 2", "", "API-Revision: 1")) {
			client.exchange(HttpMethod.GET, server.url("/a"), Fields.of(fields));
		}
		server.verify(3, anyRequestedFor(anyUrl()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "*", "", "X Tenant", "X-Tenant: a" })
	void ruleWithoutFieldNameIsRefused(String name) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.cache.withRules(List.of(CacheRule.of("/**").withVary(List.of(name)))))
			.withMessage("Rule 1: vary contains '%s', which is not a header field. Write names such as X-Tenant.",
					name);
	}

}
