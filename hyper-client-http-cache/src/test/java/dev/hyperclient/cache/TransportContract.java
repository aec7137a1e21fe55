package dev.hyperclient.cache;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.policy.IdentityKey;
import dev.hyperclient.internal.store.MemoryResponseStore;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The cache over each HTTP client, in a directory. A subclass has a static method
 * {@code transports} with some of {@link TestClients#transports}.
 */
abstract class TransportContract {

	@RegisterExtension
	static final WireMockExtension server = WireMockExtension.newInstance().build();

	private final List<CacheOutcome> outcomes = new CopyOnWriteArrayList<>();

	@TempDir
	private Path directory;

	@AutoClose
	private HttpCache cache;

	/**
	 * Return the type of exception for a request without a response.
	 */
	abstract Class<? extends Exception> failure();

	@BeforeEach
	void createCache() {
		this.cache = HttpCache.inDirectory(this.directory)
			.withAdditionalListener((request, result) -> this.outcomes.add(result.outcome()));
	}

	@ParameterizedTest
	@MethodSource("transports")
	void responsesAreStoredServedAndValidated(Function<HttpCache, TestClient> transport) {
		String large = "0123456789".repeat(50_000);
		TestClient client = transport.apply(this.cache);
		for (String body : List.of("text", large)) {
			server.stubFor(WireMock.get(anyUrl()).willReturn(fresh().withHeader("ETag", "\"a\"").withBody(body)));
			server.stubFor(WireMock.get(anyUrl())
				.withHeader("If-None-Match", equalTo("\"a\""))
				.willReturn(aResponse().withStatus(304).withHeader("ETag", "\"a\"")));
			String path = "/" + body.length();
			assertThat(get(client, path, "")).isEqualTo(body);
			assertThat(get(client, path, "")).isEqualTo(body);
			assertThat(get(client, path, "Cache-Control: no-cache")).isEqualTo(body);
			assertThat(get(client, path, "Range: bytes=2-3")).isEqualTo(body.substring(2, 4));
			client.exchange(HttpMethod.HEAD, server.baseUrl() + path, HttpHeaders.EMPTY);
			assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT, CacheOutcome.REVALIDATED,
					CacheOutcome.HIT, CacheOutcome.HIT);
			this.outcomes.clear();
		}
		server.verify(4, anyRequestedFor(anyUrl()));
	}

	@ParameterizedTest
	@MethodSource("transports")
	void changeInvalidates(Function<HttpCache, TestClient> transport) {
		server.stubFor(WireMock.get(anyUrl()).willReturn(fresh().withBody("text")));
		server.stubFor(
				WireMock.put(anyUrl()).withRequestBody(equalTo("changed")).willReturn(aResponse().withBody("done")));
		TestClient client = transport.apply(this.cache);
		get(client, "/a", "");
		assertThat(client.send(HttpMethod.PUT, server.url("/a"), HttpHeaders.EMPTY, "changed").getBody())
			.isEqualTo("done");
		get(client, "/a", "");
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.BYPASS, CacheOutcome.MISS);
	}

	@ParameterizedTest
	@MethodSource("transports")
	void staleResponseReplacesLostConnection(Function<HttpCache, TestClient> transport) {
		server.stubFor(WireMock.get(anyUrl())
			.willReturn(aResponse().withHeader("Cache-Control", "max-age=0, stale-if-error=60").withBody("text")));
		TestClient client = transport.apply(this.cache);
		get(client, "/a", "");
		server.stubFor(WireMock.get(anyUrl()).willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)));
		assertThat(get(client, "/a", "")).isEqualTo("text");
		assertThatExceptionOfType(failure()).isThrownBy(() -> get(client, "/b", ""));
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.STALE);
	}

	/** As a process can forge them that can write to the medium of a store. */
	@ParameterizedTest
	@MethodSource("transports")
	void impossibleValidatorsOfStoredResponsesAreNotSent(Function<HttpCache, TestClient> transport) {
		List<String> validators = List.of("\"a\r\nX-Forged: b\"", "\"\0\"", "\"\u65E5\"", "*", " ");
		server.stubFor(WireMock.get(anyUrl()).willReturn(fresh().withBody("right")));
		MemoryResponseStore store = new MemoryResponseStore(DataSize.ofMegabytes(1));
		try (HttpCache cache = HttpCache.using(store)) {
			TestClient client = transport.apply(cache);
			for (String validator : validators) {
				HttpHeaders forged = Fields.of("Cache-Control: no-cache|Date: Mon, 02 Jan 2023 10:00:00 GMT");
				forged.set("ETag", validator);
				forged.set("X\r\nX-Forged", "b");
				cache.clear();
				store.put(CacheKey.of(URI.create(server.baseUrl() + "/a"), "any"), StoredResponse.of(200, forged,
						"forged".getBytes(StandardCharsets.US_ASCII), Map.of(), IdentityKey.hash(""), null));
				assertThat(get(client, "/a", "")).isEqualTo("right");
				assertThat(get(client, "/a", "")).isEqualTo("right");
			}
		}
		assertThat(server.getAllServeEvents()).hasSize(validators.size())
			.allSatisfy((event) -> assertThat(event.getRequest().containsHeader("X-Forged")).isFalse());
		server.verify(0, anyRequestedFor(anyUrl()).withHeader("If-None-Match", equalTo("*")));
	}

	Path directory() {
		return this.directory;
	}

	HttpCache cache() {
		return this.cache;
	}

	List<CacheOutcome> outcomes() {
		return this.outcomes;
	}

	static ResponseDefinitionBuilder fresh() {
		return aResponse().withHeader(HttpHeaders.CACHE_CONTROL, "max-age=60");
	}

	private static String get(TestClient client, String path, String fields) {
		return client.exchange(HttpMethod.GET, server.baseUrl() + path, Fields.of(fields)).getBody();
	}

}
