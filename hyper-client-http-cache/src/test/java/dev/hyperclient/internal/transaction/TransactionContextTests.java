package dev.hyperclient.internal.transaction;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.cache.store.TestStore;
import dev.hyperclient.fixtures.TestClock;
import dev.hyperclient.internal.policy.CachingProfile;
import dev.hyperclient.internal.policy.IdentityKey;
import dev.hyperclient.internal.policy.QueryContent;
import dev.hyperclient.internal.rule.CacheRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The access of a request to the cache: its rule, its store, its identity and its time.
 */
class TransactionContextTests {

	private static final URI URL = URI.create("http://cookbooks.dev/a?ref=1");

	private static final IdentityKey KEY = IdentityKey.of("0123456789abcdef0123456789abcdef");

	private final TestClock clock = new TestClock(Fields.NOW);

	@ParameterizedTest
	@CsvSource({ "10, true", "11, false" })
	void sharedStoreAcceptsResponses(int length, boolean isAccepted) {
		CacheResponse head = CacheResponse.of(URL, 200, Fields.of("Content-Length: " + length), new byte[0]);
		assertThat(context(new TestStore.Shared(), HttpMethod.GET).accepts(head)).isEqualTo(isAccepted);
		assertThat(context(new OpenedStore(), HttpMethod.GET).accepts(head)).isTrue();
	}

	@Test
	void restartedRequestIsLookedUpByASharedStore() {
		TransactionContext shared = context(new TestStore.Shared(), HttpMethod.GET);
		assertThat(shared.restart(shared.request()).found()).isSameAs(VariantStore.Found.NOTHING);
		TransactionContext own = context(new OpenedStore(), HttpMethod.GET);
		assertThat(own.restart(own.request()).found()).isNull();
	}

	@Test
	void outagesOfManyOriginsAreForgotten() {
		Availability availability = new Availability();
		Instant now = this.clock.instant();
		IntStream.range(0, 3).forEach((i) -> availability.failed(URL, now));
		assertThat(availability.isPaused(URL, Duration.ofMinutes(1), now)).isTrue();
		IntStream.range(0, 1000).forEach((i) -> availability.failed(URI.create("http://" + i + ".dev/"), now));
		assertThat(availability.isPaused(URL, Duration.ofMinutes(1), now)).isFalse();
	}

	@Test
	void ruleChangesTheKeyAlone() {
		CacheRequest request = CacheRequest.get(URL, HttpHeaders.EMPTY);
		TransactionContext context = TransactionContext.of(cache(CachingProfile.RFC_9111).withRules(rules()), request,
				false);
		assertThat(context.keyed().uri()).hasToString("http://cookbooks.dev/a");
		assertThat(context.request().uri()).isEqualTo(URL);
		TransactionContext background = context.inBackground(HttpHeaders.EMPTY);
		assertThat(background.keyed().uri()).hasToString("http://cookbooks.dev/a");
		assertThat(background.request().uri()).isEqualTo(URL);
		TransactionContext plain = TransactionContext.of(cache(CachingProfile.RFC_9111), request, false);
		assertThat(plain.keyed()).isSameAs(plain.request());
	}

	@Test
	void identityIsKeyedUnlessOtherClientsReadIt() {
		CacheRequest request = CacheRequest.get(URL, HttpHeaders.EMPTY).withIdentity("ann");
		assertThat(TransactionContext.of(cache(CachingProfile.RFC_9111), request, false).request().identity())
			.isEqualTo(KEY.keyed("ann"))
			.isNotEqualTo("ann");
		assertThat(TransactionContext.of(cache(CachingProfile.REPRESENTATIONS), request, false).request().identity())
			.isEqualTo("ann");
	}

	@ParameterizedTest
	@CsvSource({ "POST, RFC_9111, true, true", "POST, RFC_9111, false, false", "POST, REPRESENTATIONS, true, false",
			"GET, RFC_9111, true, false" })
	void onlyAPostWithARuleIsADeclaredQuery(String method, CachingProfile profile, boolean hasRule,
			boolean isDeclared) {
		CacheContext cache = cache(profile).withRules(hasRule ? rules() : CacheRules.NONE);
		CacheRequest request = CacheRequest.of(HttpMethod.valueOf(method), URL, HttpHeaders.EMPTY, "");
		assertThat(TransactionContext.of(cache, request, false).isDeclaredQuery()).isEqualTo(isDeclared);
	}

	@Test
	void queryWithHiddenInputBypassesTheCache() {
		CacheContext cache = cache(CachingProfile.RFC_9111).withRules(rules());
		CacheRequest query = CacheRequest.of(HttpMethod.POST, URL, HttpHeaders.EMPTY, "").withContentDigest("digest");
		assertThat(CacheTransactions.lookup(cache, query, true, false, null)).isInstanceOf(BypassTransaction.class);
		assertThat(CacheTransactions.lookup(cache, query, false, false, null)).isInstanceOf(ForwardTransaction.class);
	}

	@Test
	void queryIsValidatedInTheBackgroundAsAQuery() {
		CacheRequest query = CacheRequest.of(QueryContent.QUERY, URL, HttpHeaders.EMPTY, "")
			.withContentDigest("digest");
		CacheRequest sent = TransactionContext.of(cache(CachingProfile.RFC_9111), query, true)
			.inBackground(Fields.of("X: y"))
			.request();
		assertThat(sent.method()).isEqualTo(QueryContent.QUERY);
		assertThat(sent.contentDigest()).isEqualTo("digest");
		assertThat(sent.headers().getFirst("X")).isEqualTo("y");
		assertThat(context(new OpenedStore(), HttpMethod.HEAD).inBackground(HttpHeaders.EMPTY).request().method())
			.isEqualTo(HttpMethod.GET);
	}

	@Test
	void responseIsInvalidatedByALaterInvalidation() {
		TransactionContext context = context(new OpenedStore(), HttpMethod.GET);
		StoredResponse response = StoredResponse.of(200, HttpHeaders.EMPTY, new byte[0], Map.of(), null, null);
		assertThat(context.isInvalidated(response)).isFalse();
		context.cache().invalidationLog().invalidate(URL);
		assertThat(context.isInvalidated(response)).isTrue();
		assertThat(context.since(context.cache().invalidationLog().current()).isInvalidated(response)).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "5, 5", "-5, 0" })
	void timeOfAResultIsNotNegative(int passed, int expected) {
		List<CacheResult> results = new ArrayList<>();
		AtomicReference<Instant> now = new AtomicReference<>(Fields.NOW);
		InstantSource source = now::get;
		CacheContext cache = cache(CachingProfile.RFC_9111).withClock(source.withZone(ZoneOffset.UTC))
			.withListener((request, result) -> results.add(result));
		TransactionContext context = TransactionContext.of(cache, CacheRequest.get(URL, HttpHeaders.EMPTY), false);
		now.set(Fields.NOW.plusSeconds(passed));
		context.notifyOutcome(CacheOutcome.MISS, 200);
		assertThat(results).singleElement()
			.extracting((result) -> result.time().toSeconds())
			.isEqualTo((long) expected);
	}

	@Test
	void statusNamesTheRule() {
		CacheContext cache = cache(CachingProfile.RFC_9111).withSettings(CacheSettings.defaults().withCacheStatus("c"))
			.withRules(rules());
		CacheStatus status = TransactionContext.of(cache, CacheRequest.get(URL, HttpHeaders.EMPTY), false).status();
		HttpHeaders headers = new HttpHeaders();
		status.addHit(headers, 5, null);
		status.addGenerated(headers, "only-if-cached");
		assertThat(headers.get("Cache-Status")).containsExactly("c; hit; ttl=5; detail=\"rule some\"",
				"c; detail=\"only-if-cached, rule some\"");
	}

	private TransactionContext context(ResponseStore store, HttpMethod method) {
		return TransactionContext.of(
				new CacheContext(store, this.clock, CachingProfile.RFC_9111, CacheSettings.defaults(), KEY),
				CacheRequest.of(method, URL, HttpHeaders.EMPTY, ""), false);
	}

	private CacheContext cache(CachingProfile profile) {
		return new CacheContext(new OpenedStore(), this.clock, profile, CacheSettings.defaults(), KEY);
	}

	private static CacheRules rules() {
		return CacheRules.of(List.of(CacheRule.of("/a")
			.withName("some")
			.withSafePost(true)
			.withMethods(Set.of(HttpMethod.GET, HttpMethod.POST))
			.withMaxAge(Duration.ofMinutes(1))
			.withIgnoredQueryParameters(List.of("ref"))));
	}

}
