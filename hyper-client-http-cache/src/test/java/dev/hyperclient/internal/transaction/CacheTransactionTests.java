package dev.hyperclient.internal.transaction;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.RecordingListener;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.fixtures.TestClock;
import dev.hyperclient.internal.policy.StorageLimits;
import dev.hyperclient.internal.transaction.BlockingCacheDriver.ObservedSender;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Transactions of the cache, by requests through it to a server in this class.
 */
class CacheTransactionTests {

	private static final URI URL = URI.create("http://cookbooks.dev/a");

	private final TestClock clock = new TestClock(Fields.NOW);

	private final RecordingListener listener = new RecordingListener();

	private final List<HttpHeaders> sent = new ArrayList<>();

	private final List<Runnable> background = new ArrayList<>();

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1))
		.withClock(this.clock)
		.withAdditionalListener(this.listener);

	private final CacheContext context = CacheContext.of(this.cache);

	private @Nullable String reasonNotToStore;

	/** The answer of the server: status, fields and content. */
	private String answer = "200 | Cache-Control: max-age=60 | one";

	@Test
	void userWithCookiesIsServedTheOwnResponseBeforeTheAnonymousOne() {
		assertThat(get("")).isEqualTo("200 one");
		assertThat(get("Cookie: id=ann | Cache-Control: no-cache", "200 | Cache-Control: max-age=60 | own"))
			.isEqualTo("200 own");
		assertThat(get("", "200 | Cache-Control: max-age=60 | new")).isEqualTo("200 new");
		assertThat(get("Cookie: id=ann")).isEqualTo("200 own");
		assertThat(get("Cookie: id=ben")).isEqualTo("200 new");
		assertThat(this.sent).hasSize(3);
	}

	@Test
	void staleAnonymousResponseIsNotServedToAUser() {
		get("");
		this.clock.advance(Duration.ofSeconds(61));
		assertThat(get("Cookie: id=ann", "200 | Cache-Control: max-age=60 | new")).isEqualTo("200 new");
		assertThat(this.sent.get(1).containsHeader("If-None-Match")).isFalse();
	}

	@Test
	void anonymousResponseIsReportedAsAHit() {
		get("");
		this.listener.decisions.clear();
		get("Cookie: id=ann");
		assertThat(this.listener.decisions).containsExactly("fresh: age 0 s, lifetime 60 s");
		assertThat(this.listener.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT);
	}

	@Test
	void rangeThatTheAnonymousResponseDoesNotHaveIsRequestedForAUser() {
		get("");
		assertThat(get("Cookie: id=ann | Range: bytes=10-", "416 | ")).startsWith("416");
		assertThat(this.sent).hasSize(2);
	}

	@ParameterizedTest
	@CsvSource({ "max-age=60, 2", "'max-age=60, public', 1" })
	void anonymousResponseWithACookieIsServedToAUserIfItIsPublic(String cacheControl, int requests) {
		get("", "200 | Cache-Control: " + cacheControl + " | Set-Cookie: a=b | one");
		assertThat(get("Cookie: id=ann")).isEqualTo("200 one");
		assertThat(this.sent).hasSize(requests);
	}

	@Test
	void staleResponseIsValidatedInTheBackgroundAsAWhole() {
		stale("", "200 | Cache-Control: max-age=1, stale-while-revalidate=60 | ETag: \"a\" | stale");
		String fields = "Range: bytes=0-1 | If-Range: \"a\" | If-Modified-Since: @-60 | Accept: text/plain";
		assertThat(get(fields)).isEqualTo("206 st");
		this.background.forEach(Runnable::run);
		assertThat(this.sent).hasSize(2);
		assertThat(this.sent.get(1).toSingleValueMap()).containsOnly(Map.entry("Accept", "text/plain"),
				Map.entry("If-None-Match", "\"a\""));
		assertThat(this.listener.outcomes).as("of the caller alone")
			.containsExactly(CacheOutcome.MISS, CacheOutcome.STALE);
	}

	@Test
	void onlyIfCachedIsNeverForwarded() {
		for (String method : List.of("GET", "HEAD")) {
			assertThat(exchange(HttpMethod.valueOf(method), "Cache-Control: only-if-cached", false)).startsWith("504");
		}
		assertThat(exchange(HttpMethod.GET, "Cache-Control: only-if-cached", true)).startsWith("504");
		assertThat(this.sent).isEmpty();
		get("");
		assertThat(get("Cache-Control: only-if-cached")).isEqualTo("200 one");
		assertThat(get("Cache-Control: only-if-cached | Range: bytes=9-")).startsWith("504");
	}

	@Test
	void requestWithHiddenInputBypassesTheCacheButInvalidates() {
		get("");
		assertThat(exchange(HttpMethod.GET, "", true)).isEqualTo("200 one");
		assertThat(this.listener.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.BYPASS);
		assertThat(get("")).isEqualTo("200 one");
		assertThat(this.sent).hasSize(2);
		exchange(HttpMethod.PUT, "", true);
		get("");
		assertThat(this.sent).hasSize(4);
	}

	@Test
	void responseToARequestWithoutTheCacheInvalidates() {
		get("");
		CacheRequest put = CacheRequest.of(HttpMethod.PUT, URL, HttpHeaders.EMPTY, "");
		CacheResponse created = CacheResponse.of(URL, 201,
				Fields.of("Cache-Control: max-age=60 | Content-Location: " + URL), new byte[0]);
		CacheTransactions.receiveUncached(this.context, put, created);
		get("");
		assertThat(this.sent).hasSize(2);
		CacheTransactions.receiveUncached(this.context,
				CacheRequest.get(URL, Fields.of("Cache-Control: only-if-cached")), created);
		assertThat(this.listener.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.BYPASS, CacheOutcome.MISS);
	}

	@Test
	void reloadRemovesTheStoredResponseEvenIfItFails() {
		get("", "200 | Cache-Control: max-age=60 | ETag: \"a\" | one");
		this.answer = "failure";
		RequestSender reloading = BlockingCacheDriver.reloading(this.context, this::answer);
		assertThatIllegalStateException()
			.isThrownBy(() -> reloading.exchange(CacheRequest.get(URL, HttpHeaders.EMPTY)));
		assertThat(get("", "200 | | two")).isEqualTo("200 two");
		assertThat(this.sent.get(2).containsHeader("If-None-Match")).isFalse();
	}

	@Test
	void reloadOfARequestThatIsNotCachedIsSent() {
		RequestSender reloading = BlockingCacheDriver.reloading(this.context, this::answer);
		assertThat(reloading.exchange(CacheRequest.get(URL, Fields.of("Cache-Control: no-store"))).status())
			.isEqualTo(200);
		assertThat(this.listener.outcomes).containsExactly(CacheOutcome.BYPASS);
	}

	@Test
	void confirmationOfAnotherResponseRemovesTheStoredOne() {
		get("", "200 | ETag: \"a\" | one");
		this.answer = "304 | ETag: \"b\" | ";
		// Each request without a condition is answered in the same way.
		assertThat(get("")).startsWith("304");
		assertThat(this.sent).hasSize(3);
		assertThat(get("", "200 | | two")).isEqualTo("200 two");
		assertThat(this.sent.get(3).containsHeader("If-None-Match")).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "499, false", "500, true", "501, false", "502, true", "503, true", "504, true", "505, false",
			"429, false" })
	void staleResponseReplacesErrorsThatMayPass(int status, boolean isReplaced) {
		stale("", "200 | Cache-Control: max-age=1, stale-if-error=60 | one");
		assertThat(get("", status + " | | error")).isEqualTo(isReplaced ? "200 one" : status + " error");
	}

	@Test
	void responseThatItsSenderForbidsToStoreIsNotStored() {
		this.reasonNotToStore = "of another user";
		get("");
		assertThat(this.listener.decisions).endsWith("not stored: of another user");
		get("");
		assertThat(this.sent).hasSize(2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "Cache-Control: no-cache", "Range: bytes=0-1", "If-None-Match: \"x\"",
			"Cache-Control: max-age=0" })
	void requestsThatDemandAnAnswerOfTheServerAreNotCoalesced(String fields) {
		assertThat(transaction("").isCoalescible()).isTrue();
		assertThat(transaction(fields).isCoalescible()).isFalse();
	}

	@Test
	void onlyARangeThatTheStoredResponseHasIsValidated() {
		get("", "200 | ETag: \"a\" | one");
		assertThat(transaction("Range: bytes=0-1").requestToSend().headers().getFirst("If-None-Match"))
			.isEqualTo("\"a\"");
		assertThat(transaction("Range: bytes=7-").requestToSend().headers().containsHeader("If-None-Match")).isFalse();
		assertThat(transaction("Range: bytes=0-1 | If-Range: \"a\"").requestToSend()
			.headers()
			.containsHeader("If-None-Match")).isFalse();
		assertThat(get("Range: bytes=1-2", "304 | ETag: \"a\" | ")).isEqualTo("206 ne");
	}

	@Test
	void wholeResponseRemovesTheStoredPart() {
		assertThat(get("Range: bytes=0-1",
				"206 | Cache-Control: max-age=60 | ETag: \"a\" | Content-Range: bytes 0-1/3 | on"))
			.isEqualTo("206 on");
		assertThat(get("Range: bytes=0-0")).isEqualTo("206 o");
		assertThat(this.sent).hasSize(1);
		assertThat(get("Range: bytes=2-2", "200 | Cache-Control: no-store | two")).isEqualTo("200 two");
		assertThat(get("Range: bytes=0-1", "206 | Content-Range: bytes 0-1/3 | tw")).isEqualTo("206 tw");
		assertThat(this.sent).hasSize(3);
	}

	@ParameterizedTest
	@CsvSource({ "302, false", "399, false", "400, true", "404, false", "503, true" })
	void responseToTheRequestForTheRemainderRemovesTheStoredPartUnlessItFails(int status, boolean isKept) {
		get("Range: bytes=0-1", "206 | Cache-Control: max-age=60 | ETag: \"a\" | Content-Range: bytes 0-1/3 | on");
		assertThat(get("", status + " | | other")).isEqualTo(status + " other");
		assertThat(this.sent.get(1).getFirst("Range")).isEqualTo("bytes=2-");
		get("Range: bytes=0-1");
		assertThat(this.sent).hasSize(isKept ? 2 : 3);
	}

	@Test
	void partOfAnotherRepresentationIsRemovedBeforeTheRequestIsRepeated() {
		get("Range: bytes=0-1", "206 | Cache-Control: max-age=60 | ETag: \"a\" | Content-Range: bytes 0-1/3 | on");
		assertThat(get("", "416 | | ")).startsWith("416");
		assertThat(get("", "200 | | two")).isEqualTo("200 two");
		assertThat(this.sent).extracting((fields) -> String.valueOf(fields.getFirst("Range")))
			.containsExactly("bytes=0-1", "bytes=2-", "null", "null");
	}

	@ParameterizedTest
	@ValueSource(strings = {
			"Range: bytes=0-1 @ 206 | Cache-Control: no-store | ETag: \"a\" | Content-Range: bytes 0-1/3 | on",
			"Range: bytes=0-1 @ 206 | Content-Range: bytes 0-1/3 | on",
			"Range: bytes=0-1 @ 206 | Cache-Control: max-age=60 | Content-Encoding: gzip | Content-Range: bytes 0-1/3 | on",
			"Range: bytes=0-1 | If-None-Match: \"b\" @ 206 | Cache-Control: max-age=60 | Content-Range: bytes 0-1/3 | on",
			"X: y @ 206 | Cache-Control: max-age=60 | Content-Range: bytes 0-1/3 | on",
			"Range: bytes=0-1 @ 404 | Cache-Control: max-age=60 | on" })
	void responseToARangeThatMayNotBeStoredIsNotStored(String exchange) {
		int split = exchange.indexOf('@');
		get(exchange.substring(0, split), exchange.substring(split + 1));
		get("Range: bytes=0-1", "500 | | error");
		assertThat(this.sent).hasSize(2);
		get("");
		assertThat(this.sent).hasSize(3);
		assertThat(this.sent.get(2).containsHeader("Range")).isFalse();
	}

	@Test
	void failedRequestForAnotherRangeKeepsTheStoredPart() {
		get("Range: bytes=0-1", "206 | Cache-Control: max-age=60 | ETag: \"a\" | Content-Range: bytes 0-1/3 | on");
		assertThat(get("Range: bytes=2-2", "500 | | error")).isEqualTo("500 error");
		assertThat(get("Range: bytes=0-1")).isEqualTo("206 on");
		assertThat(this.sent).hasSize(2);
	}

	@Test
	void wholeResponseToARangeIsStored() {
		get("Range: bytes=0-1");
		assertThat(get("")).isEqualTo("200 one");
		assertThat(get("Range: bytes=0-1")).isEqualTo("206 on");
		assertThat(this.sent).hasSize(1);
	}

	@Test
	void partDoesNotReplaceAStoredResponse() {
		stale("", "200 | Cache-Control: max-age=1 | ETag: \"a\" | one");
		get("Range: bytes=5-6", "206 | Cache-Control: max-age=60 | ETag: \"a\" | Content-Range: bytes 5-6/9 | xx");
		get("Range: bytes=5-6");
		assertThat(this.sent).hasSize(3);
	}

	@ParameterizedTest
	@CsvSource({ "200 | ETag: \"a\" | Last-Modified: @-60, freshened",
			"200 | ETag: W/\"a\" | Last-Modified: @-60, freshened",
			"200 | ETag: \"a\" | Last-Modified: @-60 | Content-Length: 3, freshened",
			"200 | ETag: \"a\" | Last-Modified: @-60 | Content-Length: 4, removed",
			"200 | ETag: \"a\" | Last-Modified: @-60 | Content-Length: 4 | Content-Encoding: gzip, freshened",
			"200 | ETag: \"b\" | Last-Modified: @-60, removed", "200 | Last-Modified: @-60, removed",
			"200 | ETag: \"a\" | Last-Modified: @-61, removed", "200 | ETag: \"a\", removed",
			"203 | ETag: \"a\" | Last-Modified: @-60, removed", "404 | ETag: \"a\" | Last-Modified: @-60, removed",
			"500 | ETag: \"a\" | Last-Modified: @-60, kept" })
	void headFreshensOrRemovesTheStoredResponse(String head, String effect) {
		stale("", "200 | Cache-Control: max-age=1 | ETag: \"a\" | Last-Modified: @-60 | one");
		this.answer = head + " | Cache-Control: max-age=60 | ";
		exchange(HttpMethod.HEAD, "", false);
		assertThat(get("", "200 | | two")).isEqualTo(effect.equals("freshened") ? "200 one" : "200 two");
		assertThat(this.sent).hasSize(effect.equals("freshened") ? 2 : 3);
		assertThat(this.sent.get(this.sent.size() - 1).containsHeader("If-None-Match"))
			.isEqualTo(effect.equals("kept"));
		assertThat(this.listener.outcomes).startsWith(CacheOutcome.MISS, CacheOutcome.MISS);
	}

	@ParameterizedTest
	@CsvSource({ "'', true", "ETag: \"a\", false" })
	void headOfAResponseWithoutATagFreshensIt(String field, boolean isSame) {
		stale("", "200 | Cache-Control: max-age=1 | one");
		this.answer = "200 | Cache-Control: max-age=60 | " + field + " | ";
		exchange(HttpMethod.HEAD, "", false);
		get("");
		assertThat(this.sent).hasSize(isSame ? 2 : 3);
	}

	@Test
	void headDoesNotFreshenAnError() {
		stale("", "404 | Cache-Control: max-age=1 | none");
		this.answer = "200 | Cache-Control: max-age=60 | ";
		exchange(HttpMethod.HEAD, "", false);
		get("");
		assertThat(this.sent).hasSize(3);
	}

	@Test
	void headThatMayNotBeStoredDoesNotFreshen() {
		stale("", "200 | Cache-Control: max-age=1 | ETag: \"a\" | one");
		this.reasonNotToStore = "of another user";
		this.answer = "200 | Cache-Control: max-age=60 | ETag: \"a\" | ";
		exchange(HttpMethod.HEAD, "", false);
		get("");
		assertThat(this.sent).hasSize(3);
		assertThat(this.sent.get(2).containsHeader("If-None-Match")).isTrue();
	}

	@Test
	void headOfAnotherUserDoesNotChangeTheStoredResponse() {
		stale("Authorization: ann", "200 | Cache-Control: max-age=1, private | ETag: \"a\" | one");
		this.answer = "404 | | ";
		exchange(HttpMethod.HEAD, "Authorization: ben", false);
		get("Authorization: ann");
		assertThat(this.sent.get(2).containsHeader("If-None-Match")).isTrue();
	}

	@Test
	void headIsNotAnsweredByAStoredPart() {
		get("Range: bytes=0-1", "206 | Cache-Control: max-age=60 | ETag: \"a\" | Content-Range: bytes 0-1/3 | on");
		this.answer = "200 | | ";
		assertThat(exchange(HttpMethod.HEAD, "", false)).isEqualTo("200 ");
		assertThat(exchange(HttpMethod.HEAD, "Range: bytes=0-1", false)).isEqualTo("200 ");
		assertThat(this.sent.get(1).containsHeader("Range")).isFalse();
		assertThat(this.sent).hasSize(3);
	}

	@Test
	void freshenedResponseThatMayNoLongerBeStoredIsRemoved() {
		get("", "200 | ETag: \"a\" | one");
		assertThat(get("", "304 | ETag: \"a\" | Cache-Control: no-store | ")).isEqualTo("200 one");
		assertThat(get("", "200 | | two")).isEqualTo("200 two");
		assertThat(this.sent.get(2).containsHeader("If-None-Match")).isFalse();
	}

	private CacheTransaction transaction(String fields) {
		return (CacheTransaction) CacheTransactions.lookup(this.context, request(HttpMethod.GET, fields), false, true,
				null);
	}

	private String get(String fields) {
		return exchange(HttpMethod.GET, fields, false);
	}

	private String get(String fields, String answer) {
		this.answer = answer;
		return get(fields);
	}

	/** Get a response that is fresh for at most a second, and then wait for two. */
	private void stale(String fields, String answer) {
		get(fields, answer);
		this.clock.advance(Duration.ofSeconds(2));
	}

	/** Return the status and the content. */
	private String exchange(HttpMethod method, String fields, boolean hasHiddenInput) {
		RequestSender driver = BlockingCacheDriver.of(this.context, new Server(), StorageLimits.DECODED,
				RequestCoalescer.NONE, hasHiddenInput, this.background::add);
		CacheResponse response = driver.exchange(request(method, fields));
		return response.status() + " " + Fields.text(response);
	}

	/** As the adapters for Spring's clients do, cookies and tokens are the identity. */
	private CacheRequest request(HttpMethod method, String fields) {
		HttpHeaders headers = Fields.of(fields);
		String identity = this.context.identityOf(headers);
		headers.remove(HttpHeaders.COOKIE);
		return CacheRequest.of(method, URL, headers, identity);
	}

	private CacheResponse answer(CacheRequest request) {
		this.sent.add(request.headers());
		if (this.answer.equals("failure")) {
			throw new IllegalStateException(this.answer);
		}
		CacheDriverContract.Answer parsed = CacheDriverContract.Answer.of(this.answer, this.clock);
		return CacheResponse.of(URL, parsed.status(), parsed.headers(), parsed.body());
	}

	private final class Server implements ObservedSender {

		@Override
		public CacheResponse exchange(CacheRequest request) {
			return answer(request);
		}

		@Override
		public Optional<String> reasonNotToStore() {
			return Optional.ofNullable(CacheTransactionTests.this.reasonNotToStore);
		}

		@Override
		public ObservedSender inBackground() {
			return this;
		}

	}

}
