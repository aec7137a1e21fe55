package dev.hyperclient.cache;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.cache.store.CacheKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.mock.http.client.MockClientHttpResponse;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * URLs that name the same host or resource in several ways.
 */
class UrlSpellingTests {

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	/** The requests that the server has received. */
	private final List<String> received = new ArrayList<>();

	private HttpHeaders answer = Fields.of("Cache-Control: max-age=60");

	@ParameterizedTest
	@CsvSource({ "http://[::1]:8080/a, http://[0:0:0:0:0:0:0:1]:8080/a", "http://[::1]/a, http://[::0001]/a",
			"http://[2001:db8::1:0:0:1]/a, http://[2001:DB8:0:0:1:0:0:1]/a",
			"http://api.example.com/a, http://api.example.com./a",
			"http://api.example.com:81/a, http://API.example.com.:81/a",
			"http://api.example.com/a, http://ap%69.example.com/a",
			"http://xn--bcher-kva.example/a, http://b%C3%BCcher.example/a" })
	void hostHasOneKey(String one, String other) {
		TestClient client = client(this.cache);
		for (String url : List.of(one, other)) {
			assertThat(CacheKey.of(URI.create(url), "").url()).isEqualTo(one);
			client.get(url);
			client.get(one);
		}
		assertThat(this.received).containsExactly("GET " + one);
		client.exchange(HttpMethod.PUT, other, HttpHeaders.EMPTY);
		client.get(one);
		assertThat(this.received).hasSize(3);
	}

	@ParameterizedTest
	@CsvSource({ "http://[::1]/a, http://[::2]/a", "http://a.example/a, http://a.example../a",
			"http://a.example/a, http://a%2Eexample%2Fb/a", "http://a%40b/a, http://b/a",
			"http://[fe80::1%25none]/a, http://[fe80::1]/a" })
	void otherHostsHaveOtherKeys(String one, String other) {
		assertThat(CacheKey.of(URI.create(one), "").url()).isNotEqualTo(CacheKey.of(URI.create(other), "").url());
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://u@a.example/x", "http://u:p@a.example/x", "http://@A.example/x" })
	void writeToUrlWithUserInvalidates(String url) {
		TestClient client = client(this.cache);
		client.get("http://a.example/x");
		client.get("http://b.example/x");
		client.exchange(HttpMethod.POST, url, HttpHeaders.EMPTY);
		client.get("http://a.example/x");
		client.get("http://b.example/x");
		assertThat(this.received).containsExactly("GET http://a.example/x", "GET http://b.example/x", "POST " + url,
				"GET http://a.example/x");
	}

	@ParameterizedTest
	@ValueSource(strings = { "Cache-Group-Invalidation: \"g\"", "Location: /x", "Location: http://a.example/x",
			"Content-Location: http://v@a.example/x" })
	void writeToUrlWithUserInvalidatesUrlsAndGroupsOfItsResponse(String fields) {
		this.answer = Fields.of("Cache-Control: max-age=60 | Cache-Groups: \"g\"");
		TestClient client = client(this.cache);
		client.get("http://a.example/x");
		this.answer = Fields.of(fields);
		client.exchange(HttpMethod.DELETE, "http://u@a.example/w?to=u@a.example", HttpHeaders.EMPTY);
		client.get("http://a.example/x");
		assertThat(this.received).hasSize(3);
	}

	@ParameterizedTest
	@CsvSource({ "/graphql, 1", "/graph%71l, 1", "/mutate%2f..%2fgraphql, 3", "/mutate/..;/graphql, 3",
			"/mutate/../graphql, 3", "/./graphql, 3", "//graphql, 3", "/graphql;v=1, 3", "/mutate%5C..%5Cgraphql, 3",
			"/api/a%2Fb, 3", "/api/a/b, 1", "/api/%252e%252e, 3" })
	void declaredPostWithAmbiguousPathIsSent(String path, int requests) {
		HttpCache used = this.cache
			.withRules(List.of(CacheRule.of("/graphql").withMethods(Set.of(HttpMethod.POST)).withCache(true),
					CacheRule.of("/api/**").withMethods(Set.of(HttpMethod.POST)).withCache(true)));
		for (int i = 0; i < 3; i++) {
			client(used).send(HttpMethod.POST, "http://a.example" + path, HttpHeaders.EMPTY, "{}");
		}
		assertThat(this.received).hasSize(requests);
	}

	@Test
	void postWithAmbiguousPathInvalidates() {
		HttpCache used = this.cache.withRules(
				List.of(CacheRule.of("/a/**").withMethods(Set.of(HttpMethod.POST, HttpMethod.GET)).withCache(true)));
		TestClient client = client(used);
		client.get("http://a.example/a/..;/b");
		client.exchange(HttpMethod.POST, "http://a.example/a/..;/b", HttpHeaders.EMPTY);
		client.get("http://a.example/a/..;/b");
		assertThat(this.received).hasSize(3);
	}

	private TestClient client(HttpCache used) {
		return RestClients.client(new CachingClientHttpRequestFactory(used, server()));
	}

	private ClientHttpRequestFactory server() {
		return (uri, method) -> new MockClientHttpRequest(method, uri) {

			@Override
			protected ClientHttpResponse executeInternal() throws IOException {
				UrlSpellingTests.this.received.add(getMethod() + " " + getURI());
				MockClientHttpResponse response = new MockClientHttpResponse("a".getBytes(StandardCharsets.UTF_8),
						HttpStatus.OK);
				response.getHeaders().addAll(UrlSpellingTests.this.answer);
				return response;
			}

		};
	}

}
