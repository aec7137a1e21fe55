package dev.hyperclient.cache;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CacheResult;
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
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * URLs that name the same host or resource in several ways, for the cache and for its
 * rules.
 */
class UrlSpellingTests {

	private static final String SITE = "http://cookbooks.dev";

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	/** The requests that the server has received. */
	private final List<String> received = new ArrayList<>();

	private HttpHeaders answer = Fields.of("Cache-Control: max-age=60");

	private final List<CacheResult> results = new ArrayList<>();

	private int sent;

	private String fields = "Cache-Control: max-age=60";

	@ParameterizedTest
	@CsvSource({ "http://[::1]:8080/a, http://[0:0:0:0:0:0:0:1]:8080/a", "http://[::1]/a, http://[::0001]/a",
			"http://[2001:db8::1:0:0:1]/a, http://[2001:DB8:0:0:1:0:0:1]/a",
			"http://api.example.com/a, http://api.example.com./a",
			"http://api.example.com:81/a, http://API.example.com.:81/a",
			"http://api.example.com/a, http://ap%69.example.com/a",
			"http://xn--bcher-kva.example/a, http://b%C3%BCcher.example/a", "http://a_b:81/a, http://A_B:81/a" })
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
	@ValueSource(strings = { "Location: http://b.example/x", "Content-Location: http://b.example/x",
			"Content-Location: http://%" })
	void writeInvalidatesNothingOfAnotherOrigin(String fields) {
		TestClient client = client(this.cache);
		client.get("http://b.example/x");
		this.answer = Fields.of(fields);
		client.exchange(HttpMethod.DELETE, "http://a.example/x", HttpHeaders.EMPTY);
		client.get("http://b.example/x");
		assertThat(this.received).hasSize(2);
	}

	@ParameterizedTest
	@CsvSource({ "/graphql, 1", "/graph%71l, 1", "/mutate%2f..%2fgraphql, 3", "/mutate/..;/graphql, 3",
			"/mutate/../graphql, 3", "/./graphql, 3", "//graphql, 3", "/graphql;v=1, 3", "/mutate%5C..%5Cgraphql, 3",
			"/api/a%2Fb, 3", "/api/a/b, 1", "/api/%252e%252e, 3" })
	void declaredPostWithAmbiguousPathIsSent(String path, int requests) {
		HttpCache used = this.cache
			.withRules(List.of(CacheRule.of("/graphql").withMethods(Set.of(HttpMethod.POST)).withSafePost(true),
					CacheRule.of("/api/**").withMethods(Set.of(HttpMethod.POST)).withSafePost(true)));
		for (int i = 0; i < 3; i++) {
			client(used).send(HttpMethod.POST, "http://a.example" + path, HttpHeaders.EMPTY, "{}");
		}
		assertThat(this.received).hasSize(requests);
	}

	@Test
	void postWithAmbiguousPathInvalidates() {
		HttpCache used = this.cache.withRules(
				List.of(CacheRule.of("/a/**").withMethods(Set.of(HttpMethod.POST, HttpMethod.GET)).withSafePost(true)));
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

	@ParameterizedTest
	@ValueSource(strings = { "/admin", "/admin/", "/admin/x", "/%61dmin/x", "/admin%2F", "/admin%2fx", "//admin",
			"//admin//x", "/./admin/x", "/x/../admin", "/x/%2e%2e/admin/x", "/x/..%2Fadmin", "/x%2F..%2Fadmin/x",
			"/../admin", "/admin;v=1/x", "/x/..;/admin/x", "/x%5C..%5Cadmin", "/admin/y/..", "/admin/../x/../admin" })
	void noSpellingOfAPathEscapesAnExclusion(String path) {
		HttpCache cache = cache(CacheRule.of("/admin/**").withBypass(true),
				CacheRule.of("/**").withMaxAge(MINUTE).withOverride(true));
		for (int i = 0; i < 2; i++) {
			send(cache, HttpMethod.GET, SITE + path);
		}
		assertThat(this.results).extracting(CacheResult::rule).containsExactly("1", "1");
		assertThat(this.sent).isEqualTo(2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/", "/administrator", "/x/admin", "/Admin", "/admin%252Fx", "/x/./admin", "/xadmin" })
	void otherPathsAreNotExcluded(String path) {
		HttpCache cache = cache(CacheRule.of("/admin/**").withBypass(true), CacheRule.of("/**").withMaxAge(MINUTE));
		send(cache, HttpMethod.GET, SITE + path);
		assertThat(this.results).singleElement().extracting(CacheResult::rule).isEqualTo("2");
	}

	@ParameterizedTest
	@CsvSource({ "/admin/public/a, 1", "/admin/public/a%2Fb, 1", "/admin/public/../secret, 2",
			"/admin/public/..%2Fsecret, 2", "/admin/secret/../public/a, 2", "/x/../admin/public/a, 1",
			"/projects/group%2Fproject, 3", "/projects/group/project, -", "/public/../projects/a, 3",
			"/projects/../other, -" })
	void firstRuleThatMatchesDecidesForEachSpelling(String path, String rule) {
		HttpCache cache = cache(CacheRule.of("/admin/public/**"), CacheRule.of("/admin/**").withBypass(true),
				CacheRule.of("/projects/*").withMaxAge(MINUTE));
		send(cache, HttpMethod.GET, SITE + path);
		assertThat(this.results).singleElement()
			.extracting(CacheResult::rule)
			.isEqualTo(rule.equals("-") ? null : rule);
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			/a/, http://cookbooks.dev//a/, true
			/a/, http://cookbooks.dev//a, false
			/a, http://cookbooks.dev/x/../a, true
			/a, http://cookbooks.dev/x/../a/, false
			/, http://cookbooks.dev//, true
			/, http://cookbooks.dev/x/.., true
			/a/*, http://any.test/a/b, true
			/a/*, http://any.test/a/b/c, false
			https://api.example.com/a/**, https://API.example.com:443/a/b, true
			https://api.example.com/a/**, https://api.example.com/a, true
			https://api.example.com/a/**, https://api.example.com/ab, false
			https://api.example.com/a/**, http://api.example.com/a, false
			https://api.example.com/a/**, https://api.example.com:8443/a, false
			https://api.example.com:8443/a/**, https://api.example.com:8443/a, true
			https://api.example.com/a b, https://api.example.com/a%20b, true
			https://api.example.com/{id}/x, https://api.example.com/1/x, true
			https://api.example.com, https://api.example.com, true
			https://api.example.com/**, HTTPS://API.EXAMPLE.COM/a, true
			HTTPS://API.example.com/**, https://api.example.com:443/a, true
			http://api.example.com:80/**, http://api.example.com/a, true
			http://host:1/**, http://host:1/, true
			http://host:65535/**, http://host:65535/, true
			http://host/**, http://host:0/, false
			https://*.example.com/**, https://a.b.example.com/, true
			https://*.example.com/**, https://example.com/, false
			https://*.example.com/**, https://badexample.com/, false
			https://api.example.com/**, https://api.example.com./x, true
			https://api.example.com./**, https://api.example.com/x, true
			https://api.example.com/**, https://ap%69.example.com/x, true
			http://[2001:DB8::1]/**, http://[2001:db8::1]:80/a, true
			https://[0::1]:8443/**, https://[::1]:8443/x, true
			https://bücher.example/**, https://xn--bcher-kva.example/a, true
			https://xn--bcher-kva.example/**, https://bücher.example/a, true
			https://*.bücher.example/**, https://www.xn--bcher-kva.example/a, true
			http://my_service:8080/**, http://my_service:8080/a, true
			http://*.my_domain/**, http://a.my_domain/a, true
			http://*.test/**, http://a_b..test/a, true
			""")
	void ruleMatchesByOriginAndPath(String rule, String url, boolean matches) {
		send(cache(CacheRule.of(rule).withBypass(true)), HttpMethod.GET, url);
		assertThat(this.results).singleElement().extracting(CacheResult::rule).isEqualTo(matches ? "1" : null);
	}

	@Test
	void ruleOfAMoreGeneralHostGoesFirstIfItIsEarlier() {
		HttpCache cache = cache(CacheRule.of("https://*.example.com/a/**").withBypass(true),
				CacheRule.of("https://api.example.com/**").withMaxAge(MINUTE),
				CacheRule.of("https://*.api.example.com/b").withBypass(true), CacheRule.of("/**").withMaxAge(MINUTE));
		for (String url : List.of("https://api.example.com/a/x", "https://api.example.com/b",
				"https://x.api.example.com/b", "https://x.api.example.com/a", "https://example.com/a",
				"https://other.test/")) {
			send(cache, HttpMethod.GET, url);
		}
		assertThat(this.results).extracting(CacheResult::rule).containsExactly("1", "2", "3", "1", "4", "4");
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-",
			value = { "?q=1&utm_source=a, ?q=1, true", "?utm_a=1&utm_a=2, '', true", "?utm_, '', true",
					"?q=1&utm%5Fsource=a, ?q=1, false", "?r%65f=1, '', false", "?UTM_a=1, '', false",
					"?utm_source=a;q=2, '', false", "?utm_source=a;q=2, ?utm_source=b;q=3, false",
					"?q=1&q=2, ?q=2&q=1, false", "?q=1&ref=1&q=2, ?q=1&q=2&ref, true", "?, '', true",
					"?&q=1, ?q=1, false", "?&q=1&ref=1, ?&q=1, true", "?q=1&&utm_a, ?q=1&, true", "?q=utm_a, ?q, false",
					"?q=1&ref=a%26q=2, ?q=1, true", "?q=1#utm_a, ?q=1&ref, true" })
	void onlyIgnoredParametersDoNotCount(String stored, String requested, boolean hit) {
		HttpCache cache = cache(CacheRule.of("/**").withIgnoredQueryParameters(List.of("utm_*", "ref")));
		send(cache, HttpMethod.GET, SITE + "/a" + stored);
		send(cache, HttpMethod.GET, SITE + "/a" + requested);
		assertThat(this.sent).isEqualTo(hit ? 1 : 2);
	}

	@Test
	void headUsesTheResponseToAGetUnlessTheRuleIsForGetOnly() {
		this.fields = "";
		CacheRule rule = CacheRule.of("/**").withMaxAge(MINUTE).withIgnoredQueryParameters(List.of("ref"));
		HttpCache both = cache(rule);
		send(both, HttpMethod.HEAD, SITE + "/a?ref=1");
		send(both, HttpMethod.GET, SITE + "/a?ref=2");
		send(both, HttpMethod.HEAD, SITE + "/a?ref=3");
		assertThat(this.sent).isEqualTo(2);
		send(cache(rule.withMethods(Set.of(HttpMethod.GET))), HttpMethod.HEAD, SITE + "/a?ref=3");
		assertThat(this.sent).isEqualTo(3);
		assertThat(this.results).extracting(CacheResult::rule).containsExactly("1", "1", "1", null);
	}

	@Test
	void unsafeRequestInvalidatesResponsesUnderUrlsOfRules() {
		HttpCache cache = cache(
				CacheRule.of("/**").withServiceGroup("shop").withIgnoredQueryParameters(List.of("ref")));
		HttpCache shop = cache.withServiceGroup("shop");
		send(shop, HttpMethod.GET, SITE + "/a?q=1&ref=1");
		send(shop, HttpMethod.GET, SITE + "/b?ref=2");
		this.fields = "Location: /b?ref=3";
		send(cache, HttpMethod.POST, SITE + "/a?ref=4&q=1");
		assertThat(cache.size().entries()).isZero();
	}

	@Test
	void evictionOfAUrlFindsItsResponseUnderTheUrlOfARule() {
		HttpCache cache = cache(CacheRule.of("/x%/**").withIgnoredQueryParameters(List.of("ref")));
		send(cache, HttpMethod.GET, SITE + "/x%25/a?q=1&ref=1");
		assertThat(cache.entries(URI.create(SITE + "/x%25/a?ref=2&q=1"))).hasSize(1);
		assertThat(cache.evict(URI.create(SITE + "/x%25/a?ref=3&q=1"))).isOne();
		assertThat(cache.size().entries()).isZero();
	}

	@Test
	void tenThousandRulesAndLongQueriesAreMatched() {
		HttpCache cache = cache(IntStream.range(0, 10_000)
			.mapToObj((i) -> CacheRule.of(SITE + "/r" + i + "/**")
				.withMaxAge(MINUTE)
				.withIgnoredQueryParameters(List.of("utm_*")))
			.toArray(CacheRule[]::new));
		send(cache, HttpMethod.GET, SITE + "/r9999/x?" + "utm_a=1&".repeat(10_000) + "q");
		send(cache, HttpMethod.GET, SITE + "/r9999/x?q");
		assertThat(this.sent).isOne();
		send(cache, HttpMethod.GET, SITE + "/r%39999/x%2Fy");
		assertThat(this.results).extracting(CacheResult::rule).containsExactly("10000", "10000", "10000");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			value = { "/a%20b | the path of '/a%20b' is encoded or has parameters. Write the path decoded",
					"/a;v=1 | the path of '/a;v=1' is encoded or has parameters. Write the path decoded",
					"/a/{b | the path '/a/{b' is not a pattern", "/a/**/b/** | the path '/a/**/b/**' is not a pattern",
					"http://a b/ | 'a b' is not a host. Write the host as api.example.com",
					"http://user@a.test/ | the url has user information",
					"ftp://a.test/ | 'ftp://a.test/' is not a URL", "a | 'a' is not a URL",
					"http://a.test/?q=1 | 'http://a.test/...' has a query" })
	void urlThatCannotMatchIsRefused(String url, String problem) {
		assertThatIllegalArgumentException().isThrownBy(() -> cache(CacheRule.of(url).withBypass(true)))
			.withMessageStartingWith("Rule 1: " + problem)
			.withMessageContaining(". Write ");
	}

	private HttpCache cache(CacheRule... rules) {
		return HttpCache.builder()
			.rules(List.of(rules))
			.addListener((request, result) -> this.results.add(result))
			.build();
	}

	private void send(HttpCache cache, HttpMethod method, String url) {
		cache.around((request) -> {
			this.sent++;
			String date = "Date: " + Fields.date(Instant.now()) + " | ";
			return CacheResponse.of(request.uri(), 200, Fields.of(date + this.fields), "text".getBytes());
		}).exchange(CacheRequest.of(method, URI.create(url), HttpHeaders.EMPTY, ""));
	}

}
