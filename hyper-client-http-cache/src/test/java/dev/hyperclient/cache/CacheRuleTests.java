package dev.hyperclient.cache;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import dev.hyperclient.cache.TestClients.ScriptedResponse;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.api.CacheEntry;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.cache.micrometer.HttpCacheMeterBinder;
import dev.hyperclient.fixtures.TestClock;
import dev.hyperclient.internal.transaction.CacheContext;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.util.unit.DataSize;
import org.springframework.web.util.pattern.PatternParseException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Rules of the cache by request.
 */
class CacheRuleTests {

	private static final String URL = "http://cookbooks.dev/search/a";

	private static final CacheRule SEARCH = CacheRule.of("http://cookbooks.dev/search/**").withName("search");

	private final TestClock clock = new TestClock(Fields.NOW);

	private final HttpCache plain = HttpCache.inMemory(DataSize.ofMegabytes(1))
		.withClock(this.clock)
		.withSettings(CacheSettings.defaults().withCacheStatus("test"));

	private final AtomicInteger requests = new AtomicInteger();

	private volatile ScriptedResponse answer = answer(200, "Date: @0");

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void maxAgeIsTheLifetimeOfResponsesThatStateNone(TestClients clients) {
		TestClient client = client(clients, SEARCH.withMaxAge(Duration.ofMinutes(10)));
		assertThat(status(client, URL))
			.containsExactly("test; fwd=uri-miss; fwd-status=200; stored; detail=\"rule search\"");
		this.clock.advance(Duration.ofSeconds(590));
		assertThat(status(client, URL)).containsExactly("test; hit; ttl=10; detail=\"rule search\"");
		assertThat(client.get(URL).getHeaders().getCacheControl()).isNull();
		this.clock.advance(Duration.ofSeconds(20));
		assertThat(status(client, URL)).singleElement().asString().contains("fwd=stale");
		assertThat(status(client, "http://cookbooks.dev/other")).containsExactly("test; fwd=uri-miss; fwd-status=200");
	}

	@ParameterizedTest
	@ValueSource(strings = { "Cache-Control: max-age=0", "Expires: 0", "Cache-Control: no-cache",
			"Cache-Control: no-store", "Cache-Control: private, max-age=\"5" })
	void onlyOverrideReplacesDirectivesOfAResponse(String fields) {
		this.answer = answer(200, "Date: @0 | ETag: \"a\" | " + fields);
		CacheRule rule = SEARCH.withMaxAge(Duration.ofMinutes(1));
		TestClient stating = client(new RestClients(), rule);
		assertRequestsAfterTwo(stating, 2);
		TestClient overriding = client(new RestClients(), rule.withOverride(true));
		assertRequestsAfterTwo(overriding, fields.contains("no-store") ? 3 : 2);
		String[] field = fields.split(": ");
		assertThat(overriding.get(URL).getHeaders().getFirst(field[0])).isEqualTo(field[1]);
	}

	@Test
	void directivesThatTheRuleDoesNotReplaceApply() {
		TestClient client = client(new RestClients(), SEARCH.withMaxAge(Duration.ofSeconds(10)).withOverride(true));
		for (String directives : List.of("no-transform, stale-if-error=60", "max-age=1, must-revalidate")) {
			String url = URL + directives.length();
			this.answer = answer(200, "Date: @0 | Cache-Control: " + directives);
			client.get(url);
			this.answer = answer(500, "");
			this.clock.advance(Duration.ofSeconds(9));
			assertThat(client.get(url).getStatusCode().value()).isEqualTo(200);
			this.clock.advance(Duration.ofSeconds(9));
			assertThat(client.get(url).getStatusCode().value()).isEqualTo(directives.contains("if-error") ? 200 : 500);
			this.clock.set(Fields.NOW);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "Set-Cookie: session=1", "Cache-Control: no-store | Vary: *" })
	void responseThatMayBeForOneRequestIsNotReused(String fields) {
		this.answer = answer(200, "Date: @0 | " + fields);
		TestClient client = client(new RestClients(), SEARCH.withMaxAge(Duration.ofMinutes(1)).withOverride(true));
		assertRequestsAfterTwo(client, 2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "no-cache", "max-age=1" })
	void storedResponseWithACookieIsNotReusedByTheRule(String directive) {
		this.answer = answer(200, "Date: @0 | ETag: \"1\" | Set-Cookie: session=1 | Cache-Control: " + directive);
		TestClient client = client(new RestClients(), SEARCH.withMaxAge(Duration.ofMinutes(1)).withOverride(true));
		client.get(URL);
		this.clock.advance(Duration.ofSeconds(10));
		client.get(URL);
		assertThat(this.requests).hasValue(2);
	}

	@Test
	void responseWhoseCookieCannotBeStoredIsNotReusedByTheRule() {
		this.answer = answer(200, "Date: @0 | ETag: \"1\" | Set-Cookie: session=1");
		HttpCache cache = CacheContext.forRepresentations(this.plain);
		TestClient client = scripted(new RestClients(),
				cache.withRules(List.of(SEARCH.withMaxAge(Duration.ofMinutes(1)))));
		assertRequestsAfterTwo(client, 2);
		this.answer = answer(200, "Date: @0 | ETag: \"1\"");
		assertRequestsAfterTwo(client, 3);
	}

	@Test
	void responseStoredByARuleIsNotServedWithoutIt() {
		this.answer = answer(200, "Date: @0 | Cache-Control: no-store, max-age=600");
		client(new RestClients(), SEARCH.withMaxAge(Duration.ofMinutes(1)).withOverride(true)).get(URL);
		client(new RestClients()).get(URL);
		assertThat(this.requests).hasValue(2);
	}

	@ParameterizedTest
	@CsvSource({ "500", "503", "206", "404", "302" })
	void onlyTheStatusesOfTheRuleGetItsLifetime(int status) {
		this.answer = answer(status, "Date: @0 | Cache-Control: no-store");
		TestClient client = client(new RestClients(), SEARCH.withMaxAge(Duration.ofMinutes(1)).withOverride(true));
		assertRequestsAfterTwo(client, 2);
	}

	@Test
	void statusesOfARuleCanBeSet() {
		this.answer = answer(404, "Date: @0");
		TestClient client = client(new RestClients(),
				SEARCH.withMaxAge(Duration.ofMinutes(1)).withStatuses(Set.of(404)));
		client.get(URL);
		assertThat(client.get(URL).getStatusCode().value()).isEqualTo(404);
		assertThat(this.requests).hasValue(1);
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void requestsThatARuleExcludesBypassTheCache(TestClients clients) {
		this.answer = answer(200, "Date: @0 | Cache-Control: max-age=60");
		TestClient client = client(clients, CacheRule.of("/search/secret/**").withBypass(true),
				SEARCH.withMaxAge(Duration.ofMinutes(1)));
		String secret = "http://cookbooks.dev/search/secret/a";
		for (int i = 0; i < 2; i++) {
			assertThat(status(client, secret)).containsExactly("test; fwd=bypass; fwd-status=200; detail=\"rule 1\"");
		}
		assertThat(status(client, URL)).singleElement().asString().contains("stored");
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void ignoredParametersAreSentAndDoNotCount(TestClients clients) {
		this.answer = answer(200, "Date: @0 | Cache-Control: max-age=60");
		List<String> sent = new ArrayList<>();
		HttpCache cache = this.plain.withRules(List.of(SEARCH.withIgnoredQueryParameters(List.of("utm_*", "ref"))));
		TestClient client = clients.scripted(cache.withAdditionalListener((request, result) -> {
			if (result.outcome() == CacheOutcome.MISS) {
				sent.add(request.uri().toString());
			}
		}), (request) -> CompletableFuture.completedFuture(this.answer));
		for (String query : List.of("?utm_source=x&q=a&ref", "?q=a&utm_medium=y", "?q=a", "?ref=1&q=a", "?q=a&refs=1",
				"?utm_x", "")) {
			client.exchange(HttpMethod.GET, URL + query, HttpHeaders.EMPTY);
		}
		assertThat(sent).containsExactly(URL + "?utm_source=x&q=a&ref", URL + "?q=a&refs=1", URL + "?utm_x");
		assertThat(cache.entries(URI.create(URL + "?q=a&utm_source=z"))).singleElement()
			.extracting(CacheEntry::rule)
			.isEqualTo("search");
		client.exchange(HttpMethod.PUT, URL + "?q=a&utm_source=z", HttpHeaders.EMPTY);
		assertThat(cache.entries(URI.create(URL + "?q=a"))).isEmpty();
		assertThat(cache.evict(URI.create(URL + "?utm_source=z"))).isOne();
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void staleResponseIsServedInPlaceOfAnErrorForTheTimeOfTheRule(TestClients clients) {
		TestClient client = client(clients,
				SEARCH.withMaxAge(Duration.ofMinutes(1)).withStaleIfError(Duration.ofMinutes(1)));
		client.get(URL);
		this.clock.advance(Duration.ofSeconds(90));
		this.answer = answer(503, "");
		ResponseEntity<String> stale = client.get(URL);
		assertThat(stale.getBody()).isEqualTo("text");
		assertThat(stale.getHeaders().get("Cache-Status"))
			.containsExactly("test; fwd=stale; fwd-status=503; ttl=-30; detail=\"stale-if-error, rule search\"");
		this.clock.advance(Duration.ofSeconds(60));
		assertThat(client.get(URL).getStatusCode().value()).isEqualTo(503);
	}

	@Test
	void lifetimeThatAResponseStatesIsKeptIfTheRuleHasNone() {
		this.answer = answer(200, "Date: @0 | Expires: @60");
		TestClient client = client(new RestClients(), SEARCH.withStaleIfError(Duration.ofMinutes(1)));
		client.get(URL);
		this.clock.advance(Duration.ofSeconds(50));
		assertThat(status(client, URL)).containsExactly("test; hit; ttl=10; detail=\"rule search\"");
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void staleResponseIsServedWhileItIsValidated(TestClients clients) throws Exception {
		CountDownLatch validated = new CountDownLatch(2);
		TestClient client = clients.scripted(
				this.plain.withRules(List
					.of(SEARCH.withMaxAge(Duration.ofMinutes(1)).withStaleWhileRevalidate(Duration.ofMinutes(1)))),
				(request) -> {
					validated.countDown();
					return CompletableFuture.completedFuture(this.answer);
				});
		client.get(URL);
		this.clock.advance(Duration.ofSeconds(90));
		assertThat(status(client, URL)).containsExactly("test; hit; ttl=-30; detail=\"rule search\"");
		assertThat(validated.await(10, TimeUnit.SECONDS)).isTrue();
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void mustRevalidateIsKept(TestClients clients) {
		this.answer = answer(200, "Date: @0 | ETag: \"a\" | Cache-Control: no-cache, must-revalidate");
		TestClient client = client(clients,
				SEARCH.withMaxAge(Duration.ofMinutes(1))
					.withOverride(true)
					.withStaleIfError(Duration.ofDays(1))
					.withStaleWhileRevalidate(Duration.ofDays(1)));
		client.get(URL);
		assertThat(status(client, URL)).singleElement().asString().contains("; hit;");
		this.clock.advance(Duration.ofMinutes(2));
		this.answer = answer(503, "");
		assertThat(client.get(URL).getStatusCode().value()).isEqualTo(503);
		assertThat(this.requests).hasValue(2);
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void selectingFieldsAreKept(TestClients clients) {
		this.answer = answer(200, "Date: @0 | Vary: Accept-Language | Cache-Control: no-store");
		TestClient client = client(clients, SEARCH.withMaxAge(Duration.ofMinutes(1)).withOverride(true));
		for (String language : List.of("de", "fr", "de", "fr")) {
			client.exchange(HttpMethod.GET, URL, Fields.of("Accept-Language: " + language));
		}
		assertThat(this.requests).hasValue(2);
	}

	@Test
	void responseStoredByARuleIsKeptInADirectory(@TempDir Path directory) {
		this.answer = answer(200, "Date: @0 | Cache-Control: no-store");
		HttpCacheBuilder builder = HttpCache.builder()
			.clock(this.clock)
			.directory(directory)
			.rules(List.of(SEARCH.withMaxAge(Duration.ofMinutes(1))
				.withOverride(true)
				.withIgnoredQueryParameters(List.of("ref"))));
		try (HttpCache cache = builder.build(); HttpCache restarted = builder.build()) {
			for (HttpCache each : List.of(cache, cache, restarted)) {
				scripted(new RestClients(), each).get(URL + "?ref=" + this.requests.get());
			}
			assertThat(this.requests).hasValue(1);
			this.clock.advance(Duration.ofSeconds(61));
			scripted(new RestClients(), restarted).get(URL);
			assertThat(this.requests).hasValue(2);
		}
	}

	@Test
	void responseThatIsConfirmedIsFreshAgain() {
		this.answer = answer(200, "Date: @0 | ETag: \"a\"");
		TestClient client = client(new RestClients(), SEARCH.withMaxAge(Duration.ofMinutes(1)));
		client.get(URL);
		this.clock.advance(Duration.ofSeconds(61));
		this.answer = answer(304, "Date: @61 | ETag: \"a\"");
		assertRequestsAfterTwo(client, 2);
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.cache.TestClients#all")
	void longerContentThanThatOfTheRuleIsNotStored(TestClients clients) {
		TestClient client = client(clients,
				SEARCH.withMaxAge(Duration.ofMinutes(1)).withMaxBodySize(DataSize.ofBytes(3)));
		assertRequestsAfterTwo(client, 2);
	}

	@Test
	void ruleOfAGroupMatchesItsRequestsOnly() {
		List<CacheRule> rules = List.of(SEARCH.withServiceGroup("shop").withBypass(true),
				SEARCH.withName("b").withMaxBodySize(DataSize.ofKilobytes(1)));
		HttpCache cache = this.plain.withRules(rules);
		HttpCache shop = cache.withServiceGroup("shop");
		for (HttpCache each : List.of(shop, shop.withRules(rules),
				this.plain.withServiceGroup("shop").withRules(rules))) {
			assertThat(status(scripted(new RestClients(), each), URL).get(0)).endsWith("\"rule search\"");
		}
		for (HttpCache each : List.of(cache, cache.withServiceGroup("other"), shop.withServiceGroup("other"))) {
			assertThat(status(scripted(new RestClients(), each), URL).get(0)).endsWith("\"rule b\"");
		}
	}

	@Test
	void decisionAndMetersNameTheRule() {
		RecordingListener listener = new RecordingListener();
		HttpCacheMeterBinder meters = HttpCacheMeterBinder.forCalls("http-cache");
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		meters.bindTo(registry);
		HttpCache cache = this.plain.withRules(List.of(SEARCH.withMaxAge(Duration.ofMinutes(1))))
			.withAdditionalListener(meters)
			.withAdditionalListener(listener);
		TestClient client = new RestClients().scripted(cache,
				(request) -> CompletableFuture.completedFuture(this.answer));
		client.get(URL);
		client.get("http://cookbooks.dev/other");
		assertThat(listener.decisions).startsWith("nothing is stored; fwd=uri-miss; rule search",
				"stored if it is complete, with a lifetime; rule search");
		for (String rule : List.of("search", "none")) {
			assertThat(
					registry.get("hyper.client.cache").tags("rule", rule, "outcome", "miss").functionCounter().count())
				.isOne();
		}
		assertThat(meters.count(CacheOutcome.MISS)).isEqualTo(2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "X-Amz-Signature", "x-amz-*", "X-Goog-Date", "sig", "s*", "signature", "token", "to*",
			"access_token", "accessToken", "api_key", "api-*", "key", "k*", "*", "_*", "csrf_token", "user_id",
			"AWSAccessKeyId", "hdnea", "hdnts", "login", "account", "owner", "me", "subject", "tenant", "cookie",
			"impersonate", "magic", "invite", "shareKey", "md5", "tenant_*" })
	void ignoredParameterThatMayGrantAccessIsRefused(String name) {
		assertRefused("Rule 2: the ignored query parameter '" + name + "' may match signatures, tokens or users",
				name.endsWith("*") ? "Write longer names." : "Remove it from the rule.", CacheRule.of("/a"),
				CacheRule.of("/b").withIgnoredQueryParameters(List.of("utm_*", name)));
	}

	@Test
	void pathThatIsNoPatternHasNoCauseThatSpringBootExplains() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> HttpCache.builder().addRule("/b/{x", (rule) -> rule.withBypass(true)).build())
			.withMessageStartingWith("Rule 1: the path '/b/{x' is not a pattern")
			.satisfies((ex) -> assertThat(NestedExceptionUtils.getMostSpecificCause(ex))
				.isNotInstanceOf(PatternParseException.class));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "/** | /a", "/a/** | /a/b/*", "/a/** | /a/**", "/a/* | /a/{id}", "/a/* | /a/b",
					"https://*.example.com/** | https://api.example.com/x", "/** | https://api.example.com/x",
					"https://api.example.com/{*rest} | https://api.example.com/a/**" })
	void ruleThatIsNeverReachedIsRefused(String first, String second) {
		assertRefused("Rule 2: it is never reached, since rule 1 matches all of its requests",
				"Write it before that rule.", CacheRule.of(first), CacheRule.of(second).withBypass(true));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "/a | /**", "/a/* | /a/**", "/a/b/* | /a/*/c", "/a:b/* | /a/*",
					"http://a.test/** | https://a.test/**", "http://a.test:81/** | http://a.test/**",
					"https://api.example.com/** | https://*.example.com/**" })
	void ruleThatIsReachedIsNotRefused(String first, String second) {
		HttpCache.builder()
			.addRule(first, UnaryOperator.identity())
			.addRule(second, (rule) -> rule.withBypass(true))
			.build()
			.close();
	}

	@Test
	void ruleThatCannotHaveAnEffectIsRefused() {
		Duration minute = Duration.ofMinutes(1);
		assertRefused("Rule 1: 'api.*.com' is not a host", "Write the host as", cached("http://api.*.com/"));
		for (int port : List.of(0, 65_536)) {
			assertRefused("Rule 1: the port of 'http://host:" + port + "/' is not", "Write a port",
					cached("http://host:" + port + "/"));
		}
		for (String path : List.of("/../a", "/a/./b", "/a/..")) {
			assertRefused("Rule 1: the path of '" + path + "' has dot segments", "Write the path without",
					cached(path));
		}
		assertThat(this.plain.withRules(List.of(cached("/a/{name}.")))).isNotNull();
		for (String path : List.of("/people/{id:(\\d+)}", "/{v:(a+)+b}/x", "/a/{id:[0-9]{2}}")) {
			assertRefused("Rule 1: the path '" + path + "' has a regular expression", "Write the variable without",
					cached(path));
		}
		for (String path : List.of("/plain/.*", "/(plain|etag)/*", "/plain/.+", "/(.*)/a", "/a/[0-9]+", "/\\d+",
				"/.*\\.json", "/{a}/.*")) {
			assertRefused("Rule 1: the path '" + path + "' has a regular expression", "Write the path as /people/*",
					cached(path));
		}
		assertThat(this.plain.withRules(List.of(cached("/*.json"), cached("/a(b)"), cached("/a.*"), cached("/b+c$"),
				cached("/.well-known/*"), cached("/{a}.*"))))
			.isNotNull();
		for (String path : List.of("/files/*-*-*.json", "/*a*a*a/x", "/a/{x}-{y}-{z}", "/a/*{x}*", "/a/***")) {
			assertRefused("Rule 1: the path '" + path + "' has a segment with more than 2 wildcards",
					"Write one with fewer", cached(path));
		}
		assertThat(this.plain.withRules(List.of(cached("/*-*/{a}.{b}/*/**"), cached("/b/{*rest}")))).isNotNull();
		assertRefused("Rule 1: it has no url", "Write the url as", cached(""));
		assertRefused("Rule 1: it has no effect",
				"Write max-age, stale-if-error, stale-while-revalidate, "
						+ "ignored-query-parameters, vary, max-body-size or bypass, or put it before the rules",
				CacheRule.of("/a"));
		assertRefused("Rule 1: 'override' has no effect", "Write max-age", cached("/a").withOverride(true));
		assertRefused("Rule 1: 'statuses' has no effect", "Write max-age", cached("/a").withStatuses(Set.of(404)));
		assertRefused("Rule 1: with 'bypass' its other settings have no effect", "Remove them or 'bypass'",
				CacheRule.of("/a").withBypass(true).withMaxAge(minute));
		assertRefused("Rule 1: statuses are [500]", "Write some of [200",
				SEARCH.withMaxAge(minute).withStatuses(Set.of(500)));
		assertRefused("Rule 1: methods are [GTE]", "Write some of GET",
				cached("/a").withMethods(Set.of(HttpMethod.valueOf("GTE"))));
		assertRefused("Rule 1: methods are [POST]", "Write safe-post: true",
				SEARCH.withMaxAge(minute).withMethods(Set.of(HttpMethod.POST)));
		assertRefused("Rule 1: 'safe-post' has no effect without POST", "Write methods: POST",
				SEARCH.withSafePost(true));
		assertRefused("Rule 2: it has no effect", "Write max-age", cached("/a"), CacheRule.of("/b"));
		assertRefused("Rule 1: methods are []", "Write some of GET", cached("/a").withMethods(Set.of()));
		assertRefused("Rule 1: max-age is 0 ms", "Write at least", SEARCH.withMaxAge(Duration.ZERO));
		assertRefused("Rule 1: stale-if-error is 900 ms", "Write at least",
				SEARCH.withStaleIfError(Duration.ofMillis(900)));
		assertRefused("Rule 1: stale-while-revalidate is -60000 ms", "Write at least",
				SEARCH.withStaleWhileRevalidate(minute.negated()));
		assertRefused("Rule 1: the ignored query parameter 'a b' cannot be used", "Write a name",
				SEARCH.withIgnoredQueryParameters(List.of("a b")));
		assertRefused("Rule 1: max-body-size is 0B", "Write a positive", SEARCH.withMaxBodySize(DataSize.ofBytes(0)));
		assertRefused("Rule 2: an earlier rule is named 'x' too", "Write another", cached("/a").withName("x"),
				cached("/b").withName("x"));
		assertRefused("Rule 1: the name '2' cannot", "Write letters", cached("/a").withName("2"));
	}

	@ParameterizedTest
	@CsvSource({ "https://ann:secret@a.test/x, the url has user information",
			"https://ann:secret@a.test, the url has user information",
			"ftp://ann:secret@a.test/x, the url has user information",
			"ann:secret@a.test, the url has user information", "https://ann:se/cret@a.test/x, the url is not a URL",
			"https://a.test/x?token=secret, has a query", "https://a.test/x#secret, has a query or a fragment" })
	void secretInAUrlIsNotShown(String url, String problem) {
		CacheRule rule = cached(url);
		assertThatIllegalArgumentException().isThrownBy(() -> this.plain.withRules(List.of(rule)))
			.withMessageStartingWith("Rule 1: ")
			.withMessageContaining(problem)
			.satisfies((ex) -> assertThat(ex).hasStackTraceContaining(problem).message().doesNotContain("cret", "ann"));
		if (url.contains("@")) {
			assertThat(rule.toString()).doesNotContain("cret", "ann");
		}
	}

	@Test
	void urlWithAnAtSignInItsPathIsMatched() {
		for (String url : List.of("https://a.test/@ann/**", "/@ann/**", "/a/b@c")) {
			assertThat(this.plain.withRules(List.of(cached(url)))).isNotNull();
		}
	}

	@Test
	void textOfARuleHasItsSettings() {
		assertThat(SEARCH.withBypass(true).withServiceGroup("shop").toString())
			.startsWith("CacheRule[url=http://cookbooks.dev/search/**, name=search, methods=[")
			.contains("], serviceGroup=shop, bypass=true, safePost=false, maxAge=null, ");
	}

	private static CacheRule cached(String url) {
		return CacheRule.of(url).withMaxBodySize(DataSize.ofMegabytes(1));
	}

	private static void assertRefused(String problem, String action, CacheRule... rules) {
		assertThatIllegalArgumentException().isThrownBy(() -> HttpCache.builder().rules(List.of(rules)).build())
			.withMessageStartingWith(problem)
			.withMessageContaining(". " + action);
	}

	private void assertRequestsAfterTwo(TestClient client, int requests) {
		client.get(URL);
		client.get(URL);
		assertThat(this.requests).hasValue(requests);
	}

	private TestClient client(TestClients clients, CacheRule... rules) {
		return scripted(clients, this.plain.withRules(List.of(rules)));
	}

	private TestClient scripted(TestClients clients, HttpCache cache) {
		return clients.scripted(cache, (request) -> {
			this.requests.incrementAndGet();
			return CompletableFuture.completedFuture(this.answer);
		});
	}

	private static List<String> status(TestClient client, String url) {
		ResponseEntity<String> response = client.exchange(HttpMethod.GET, url, HttpHeaders.EMPTY);
		return response.getHeaders().getOrEmpty("Cache-Status");
	}

	private static ScriptedResponse answer(int status, String fields) {
		return new ScriptedResponse(status, Fields.of(fields), (status == 200) ? "text" : "");
	}

}
