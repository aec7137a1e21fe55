package dev.hyperclient.cache;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.cache.api.CacheRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The URLs of rules, whatever the spelling of those of the requests.
 */
class CacheRuleUrlTests {

	private static final String SITE = "http://cookbooks.dev";

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private final List<CacheResult> results = new ArrayList<>();

	private int sent;

	private String fields = "Cache-Control: max-age=60";

	@ParameterizedTest
	@ValueSource(strings = { "/admin", "/admin/", "/admin/x", "/%61dmin/x", "/admin%2F", "/admin%2fx", "//admin",
			"//admin//x", "/./admin/x", "/x/../admin", "/x/%2e%2e/admin/x", "/x/..%2Fadmin", "/x%2F..%2Fadmin/x",
			"/../admin", "/admin;v=1/x", "/x/..;/admin/x", "/x%5C..%5Cadmin", "/admin/y/..", "/admin/../x/../admin" })
	void noSpellingOfAPathEscapesAnExclusion(String path) {
		HttpCache cache = cache(CacheRule.of("/admin/**").withCache(false),
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
		HttpCache cache = cache(CacheRule.of("/admin/**").withCache(false), CacheRule.of("/**").withMaxAge(MINUTE));
		send(cache, HttpMethod.GET, SITE + path);
		assertThat(this.results).singleElement().extracting(CacheResult::rule).isEqualTo("2");
	}

	@ParameterizedTest
	@CsvSource({ "/admin/public/a, 1", "/admin/public/a%2Fb, 1", "/admin/public/../secret, 2",
			"/admin/public/..%2Fsecret, 2", "/admin/secret/../public/a, 2", "/x/../admin/public/a, 1",
			"/projects/group%2Fproject, 3", "/projects/group/project, -", "/public/../projects/a, 3",
			"/projects/../other, -" })
	void firstRuleThatMatchesDecidesForEachSpelling(String path, String rule) {
		HttpCache cache = cache(CacheRule.of("/admin/public/**").withCache(true),
				CacheRule.of("/admin/**").withCache(false), CacheRule.of("/projects/*").withMaxAge(MINUTE));
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
			https://*.example.com/**, https://api.example.com.:443/x, true
			https://api.example.com/**, https://api.example.com./x, true
			https://api.example.com./**, https://api.example.com/x, true
			https://api.example.com/**, https://ap%69.example.com/x, true
			http://[::1]/**, http://[::1]/a, true
			http://[::1]:8080/**, http://[::1]:8080/a, true
			http://[2001:DB8::1]/**, http://[2001:db8::1]:80/a, true
			https://[::1]:8443/**, https://[0:0:0:0:0:0:0:1]:8443/x, true
			https://[0::1]:8443/**, https://[::1]:8443/x, true
			https://[::1]:8443/**, https://[::0001]:8443/x, true
			https://bücher.example/**, https://xn--bcher-kva.example/a, true
			https://xn--bcher-kva.example/**, https://bücher.example/a, true
			https://bücher.example:8443/**, https://BÜCHER.example:8443/a, true
			https://*.bücher.example/**, https://www.xn--bcher-kva.example/a, true
			http://my_service:8080/**, http://my_service:8080/a, true
			http://*.my_domain/**, http://a.my_domain/a, true
			http://*.test/**, http://a_b..test/a, true
			http://192.0.2.1/**, http://192.0.2.1/a, true
			""")
	void ruleMatchesByOriginAndPath(String rule, String url, boolean matches) {
		send(cache(CacheRule.of(rule).withCache(false)), HttpMethod.GET, url);
		assertThat(this.results).singleElement().extracting(CacheResult::rule).isEqualTo(matches ? "1" : null);
	}

	@Test
	void ruleOfAMoreGeneralHostGoesFirstIfItIsEarlier() {
		HttpCache cache = cache(CacheRule.of("https://*.example.com/a/**").withCache(false),
				CacheRule.of("https://api.example.com/**").withMaxAge(MINUTE),
				CacheRule.of("https://*.api.example.com/b").withCache(false), CacheRule.of("/**").withCache(true));
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
		HttpCache cache = cache(CacheRule.of("/**").withGroup("shop").withIgnoredQueryParameters(List.of("ref")));
		HttpCache shop = cache.withGroup("shop");
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
		assertThatIllegalArgumentException().isThrownBy(() -> cache(CacheRule.of(url).withCache(true)))
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
			return new CacheResponse(request.uri(), 200, Fields.of(date + this.fields), "text".getBytes());
		}).exchange(new CacheRequest(method, URI.create(url), HttpHeaders.EMPTY, ""));
	}

}
