package dev.hyperclient.cache;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.fixtures.TestClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

/**
 * The reasons that {@link CacheListener#onDecision} reports.
 */
class CacheDecisionTests {

	private static final URI RECIPE = URI.create("http://cookbooks.dev/1.0/recipes/1");

	private final TestClock clock = new TestClock(Fields.NOW);

	private final RecordingListener listener = new RecordingListener();

	private CacheResponse answer = answer(200, "");

	private final RequestSender exchange = HttpCache.inMemory(DataSize.ofMegabytes(1))
		.withClock(this.clock)
		.withAdditionalListener(this.listener.andThen(CacheListener.NONE))
		.around((request) -> this.answer);

	@Test
	void freshResponseHasItsAgeAndLifetime() {
		get("", 200, "Date: @0 | Cache-Control: max-age=60");
		this.clock.advance(Duration.ofSeconds(7));
		get("");
		assertThat(this.listener.decisions).containsExactly("nothing is stored; fwd=uri-miss",
				"stored, with a lifetime", "fresh: age 7 s, lifetime 60 s");
	}

	@ParameterizedTest
	@ValueSource(strings = { "ETag: \"a\"", "Last-Modified: @-60" })
	void staleResponseIsValidated(String validator) {
		get("", 200, "Date: @0 | " + validator);
		this.clock.advance(Duration.ofSeconds(7));
		get("", 304, "Date: @7 | " + validator);
		assertThat(this.listener.decisions).containsExactly("nothing is stored; fwd=uri-miss",
				"stored, to be validated before each use", "stale; validated: age 7 s, lifetime 0 s; fwd=stale",
				"confirmed by a 304, to be validated before each use");
	}

	@Test
	void requestThatDemandsValidationIsTheReason() {
		get("", 200, "Date: @0 | Cache-Control: max-age=60 | ETag: \"a\"");
		this.listener.decisions.clear();
		get("Cache-Control: no-cache", 304, "Date: @0 | ETag: \"a\" | Cache-Control: max-age=60");
		assertThat(this.listener.decisions).containsExactly(
				"the request demands validation; validated: age 0 s, lifetime 60 s; fwd=request",
				"confirmed by a 304, with a lifetime");
	}

	@Test
	void staleResponseThatIsAllowedIsServed() {
		get("", 200, "Date: @0 | Cache-Control: max-age=5");
		this.listener.decisions.clear();
		this.clock.advance(Duration.ofSeconds(7));
		get("Cache-Control: max-stale=10");
		assertThat(this.listener.decisions)
			.containsExactly("stale, but the request or the response allows it: age 7 s, lifetime 5 s");
	}

	@Test
	void rangeThatIsNotStoredIsTheReason() {
		get("", 200, "Date: @0 | Cache-Control: max-age=60 | ETag: \"a\"");
		this.listener.decisions.clear();
		get("Range: bytes=90-", 416, "Date: @0");
		assertThat(this.listener.decisions).first(as(STRING))
			.isEqualTo("the requested range is not stored; fwd=partial");
	}

	@Test
	void responseOfAnotherStatusIsNotSaidToLackItsValidator() {
		get("", 404, "Date: @0 | Cache-Control: max-age=5 | ETag: \"a\"");
		this.listener.decisions.clear();
		this.clock.advance(Duration.ofSeconds(7));
		get("");
		assertThat(this.listener.decisions).first(as(STRING))
			.isEqualTo("status 404 is not validated, and not fresh enough: age 7 s, lifetime 5 s; fwd=stale");
	}

	@Test
	void responseThatIsNotStoredHasItsReason() {
		get("", 200, "Cache-Control: no-store");
		get("", 500, "");
		get("", 412, "Cache-Control: max-age=60");
		get("", 200, "Vary: *");
		get("", 200, "");
		get("", 200, "Cache-Control: max-age=60 | Vary: Authorization");
		assertThat(this.listener.decisions).containsExactly("nothing is stored; fwd=uri-miss",
				"not stored: no-store in the response", "nothing is stored; fwd=uri-miss",
				"not stored: status 500 without a lifetime (max-age, Expires)", "nothing is stored; fwd=uri-miss",
				"not stored: status 412", "nothing is stored; fwd=uri-miss", "not stored: Vary: *",
				"nothing is stored; fwd=uri-miss",
				"not stored: no lifetime (max-age, Expires) and no validator (ETag, Last-Modified)",
				"nothing is stored; fwd=uri-miss", "not stored: Vary: Authorization, which the request does not have");
	}

	@ParameterizedTest
	@ValueSource(strings = { "ETag: \"a\"", "Cache-Control: max-age=60, no-cache | ETag: \"a\"" })
	void responseToPostIsNotStoredIfItHadToBeValidated(String fields) {
		CacheRequest post = CacheRequest.of(HttpMethod.POST, RECIPE, Fields.of(""), "").withContentDigest("digest");
		this.answer = answer(200, "Date: @0 | Cache-Control: max-age=60");
		this.exchange.exchange(post);
		this.clock.advance(Duration.ofSeconds(60));
		this.answer = answer(200, "Date: @60 | " + fields);
		this.exchange.exchange(post);
		assertThat(this.listener.decisions).containsExactly("nothing is stored; fwd=miss", "stored, with a lifetime",
				"a POST is not validated, and not fresh enough: age 60 s, lifetime 60 s; fwd=stale",
				"not stored: a POST without a lifetime (max-age, Expires)");
	}

	@Test
	void contentThatIsTooLongIsNotStoredWithItsReason() {
		long length = 101L * 1024 * 1024;
		this.answer = CacheResponse.of(RECIPE, 200, Fields.of("Cache-Control: max-age=60 | Content-Length: " + length),
				ResponseContent.of(InputStream.nullInputStream(), OptionalLong.of(length)));
		get("");
		assertThat(this.listener.decisions).containsExactly("nothing is stored; fwd=uri-miss",
				"not stored: more than the maximum of 104857600 bytes");
	}

	@Test
	void contentThatTurnsOutToBeTooLongIsNotSaidToBeStored() throws IOException {
		InputStream content = new ByteArrayInputStream("much longer".getBytes(StandardCharsets.UTF_8));
		this.answer = CacheResponse.of(RECIPE, 200, Fields.of("Cache-Control: max-age=60"),
				ResponseContent.of(content, OptionalLong.empty()));
		HttpCache.inMemory(DataSize.ofMegabytes(1))
			.withRules(List.of(CacheRule.of("/**").withName("short").withMaxBodySize(DataSize.ofBytes(4))))
			.withAdditionalListener(this.listener)
			.around((request) -> this.answer)
			.exchange(CacheRequest.get(RECIPE, Fields.of("")))
			.body()
			.stream()
			.readAllBytes();
		assertThat(this.listener.decisions).containsExactly("nothing is stored; fwd=uri-miss; rule short",
				"stored if it is complete, with a lifetime; rule short",
				"not stored: more than the maximum of 4 bytes; rule short");
	}

	@Test
	void requestThatIsNotForwardedHasItsReason() {
		get("Cache-Control: only-if-cached");
		assertThat(this.listener.decisions).containsExactly("only-if-cached, but no stored response may be served");
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';',
			textBlock = """
					PUT    ; If-Match: *                      ; PUT is not cached; fwd=method
					DELETE ; Cache-Control: no-store          ; DELETE is not cached; fwd=method
					GET    ; Cache-Control: no-store          ; no-store in the request; fwd=request
					GET    ; If-Match: "a"                    ; If-Match in the request; fwd=bypass
					HEAD   ; If-Unmodified-Since: @0          ; If-Unmodified-Since in the request; fwd=bypass
					GET    ; Range: bytes=0-1,5-6             ; Range in the request (the cache answers only a single range of a GET); fwd=bypass
					QUERY  ; Range: bytes=0-1                 ; Range in the request (the cache answers only a single range of a GET); fwd=bypass
					QUERY  ;                                  ; its content, cookies or client certificate are not part of the cache key; fwd=bypass
					""")
	void bypassHasTheReasonOfItsRequest(String method, @Nullable String fields, String reason, String forwarded) {
		this.exchange.exchange(
				CacheRequest.of(HttpMethod.valueOf(method), RECIPE, Fields.of((fields != null) ? fields : ""), ""));
		assertThat(this.listener.decisions).containsExactly("bypasses the cache: " + reason + "; " + forwarded);
	}

	@Test
	void urlWithUserInformationIsAReasonToBypass() {
		this.exchange.exchange(CacheRequest.get(URI.create("http://ann:s3cret@cookbooks.dev/"), Fields.of("")));
		assertThat(this.listener.decisions)
			.containsExactly("bypasses the cache: user information in the URL; fwd=bypass");
	}

	@ParameterizedTest
	@CsvSource({ "http://ann:s3cret@a/b, GET http://******@a/b", "http://a/b?s3cret#x, GET http://a/b?...",
			"http://a/b#s3cret, GET http://a/b#...", "http://a/b;j=s3cret/c;d?e, GET http://a/b;.../c;...?..." })
	void textOfARequestHasNoSecrets(URI uri, String text) {
		assertThat(CacheRequest.get(uri, Fields.of("Authorization: s3cret"))).hasToString(text);
	}

	@Test
	void responseForAnotherUserIsNotUsed() {
		get("", 200, "Date: @0 | Cache-Control: max-age=60");
		this.listener.decisions.clear();
		this.exchange.exchange(CacheRequest.get(RECIPE, Fields.of("")).withIdentity("other"));
		assertThat(this.listener.decisions).first()
			.isEqualTo("the stored response is for other header fields or another user; fwd=vary-miss");
	}

	@Test
	void responsesForOtherHeaderFieldsAreMentioned() {
		get("X: 1", 200, "Date: @0 | Cache-Control: max-age=60 | Vary: X");
		get("X: 2");
		this.listener.decisions.clear();
		get("X: 3");
		assertThat(this.listener.decisions).first()
			.isEqualTo("nothing is stored for this user or these header fields; fwd=vary-miss");
	}

	private void get(String fields, int status, String answer) {
		this.answer = answer(status, answer);
		get(fields);
	}

	private void get(String fields) {
		this.exchange.exchange(CacheRequest.get(RECIPE, Fields.of(fields)));
	}

	private static CacheResponse answer(int status, String fields) {
		return CacheResponse.of(RECIPE, status, Fields.of(fields), "text".getBytes(StandardCharsets.UTF_8));
	}

}
