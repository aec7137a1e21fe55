package dev.hyperclient.cache;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.cache.store.TestStore;
import dev.hyperclient.fixtures.TestClock;
import dev.hyperclient.internal.policy.IdentityKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

class BlockingCacheDriverTests {

	private static final URI URL = URI.create("http://cookbooks.dev/1.0/recipes/1");

	private final TestClock clock = new TestClock(Fields.NOW);

	private final List<CacheOutcome> outcomes = new ArrayList<>();

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1))
		.withClock(this.clock)
		.withAdditionalListener((request, result) -> this.outcomes.add(result.outcome()));

	@Test
	void responseWhoseContentVanishedIsRequestedAndStoredAgain() {
		TestStore store = new TestStore();
		HttpCache vanishing = HttpCache.using(store).withClock(this.clock);
		AtomicInteger requests = new AtomicInteger();
		RequestSender exchange = vanishing.around((request) -> {
			store.vanished = false;
			return collected(200, "Date: @0 | Cache-Control: max-age=60", "text " + requests.incrementAndGet());
		});
		assertThat(text(exchange)).isEqualTo("text 1");
		store.vanished = true;
		assertThat(get(exchange, "Cache-Control: only-if-cached").status()).isEqualTo(504);
		assertThat(text(exchange)).isEqualTo("text 2");
		assertThat(text(exchange)).isEqualTo("text 2");
		assertThat(requests).hasValue(2);
	}

	@Test
	void responseToUserIsNotStoredForOthersIfTheContentForAllVanished() {
		TestStore store = new TestStore();
		HttpCache vanishing = HttpCache.using(store).withClock(this.clock);
		RequestSender exchange = vanishing.around((request) -> {
			store.vanished = false;
			return collected(200, "Date: @0 | Cache-Control: max-age=60",
					"text of " + request.headers().getFirst(HttpHeaders.COOKIE));
		});
		exchange.exchange(CacheRequest.get(URL, HttpHeaders.EMPTY));
		store.vanished = true;
		for (String user : List.of("ann", "bob", "ann")) {
			assertThat(Fields.text(exchange.exchange(ofCookie(user)))).isEqualTo("text of session=" + user);
		}
	}

	private static CacheRequest ofCookie(String value) {
		HttpHeaders headers = Fields.of("Cookie: session=" + value);
		return CacheRequest.get(URL, headers).withIdentity(IdentityKey.ofProcess().ofCredentials(headers));
	}

	@ParameterizedTest
	@CsvSource({ "Transfer-Encoding: chunked, true", "Transfer-Encoding: chunked, false",
			"Content-Encoding: gzip, false" })
	void lengthOfEncodedBodyIsNotCompared(String encoding, boolean streamed) {
		String fields = "Date: @0 | Cache-Control: max-age=60 | Content-Length: 8 | " + encoding;
		RequestSender exchange = this.cache
			.around((request) -> streamed ? streamed(200, fields) : collected(200, fields, "text"));
		assertThat(text(exchange)).isEqualTo("text");
		assertThat(text(exchange)).isEqualTo("text");
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT);
	}

	@Test
	void storedResponseIsStaleAfterItsLifetime() {
		RequestSender exchange = this.cache
			.around((request) -> collected(200, "Date: @0 | Cache-Control: max-age=60", "text"));
		assertThat(text(exchange)).isEqualTo("text");
		assertThat(get(exchange).stale()).isFalse();
		this.clock.advance(Duration.ofSeconds(61));
		assertThat(get(exchange, "Cache-Control: max-stale").stale()).isTrue();
	}

	@Test
	void storedResponseSurvivesIncompleteOne() {
		String fields = "Date: @0 | Cache-Control: max-age=60";
		assertThat(text(this.cache.around((request) -> streamed(200, fields)))).isEqualTo("text");
		RequestSender broken = this.cache.around((request) -> collected(200, fields + " | Content-Length: 8", "half"));
		assertThat(Fields.text(get(broken, "Cache-Control: no-cache"))).isEqualTo("half");
		assertThat(text(broken)).isEqualTo("text");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "Content-Encoding: gzip", "Content-Length: 209715200" })
	void unsafeRequestInvalidatesBeforeItsStreamedBodyIsRead(String field) {
		AtomicInteger version = new AtomicInteger();
		String fields = "Date: @0 | Cache-Control: max-age=60";
		RequestSender exchange = this.cache.around((request) -> HttpMethod.GET.equals(request.method())
				? collected(200, fields, "v" + version.incrementAndGet())
				: streamed(200, fields + " | Content-Location: " + URL + " | " + field));
		assertThat(text(exchange)).isEqualTo("v1");
		CacheResponse response = exchange.exchange(CacheRequest.of(HttpMethod.POST, URL, HttpHeaders.EMPTY, ""));
		assertThat(text(exchange)).isEqualTo("v2");
		response.body().close();
		assertThat(text(exchange)).isEqualTo("v2");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void responseToPostIsStoredForLaterGet(boolean streamed) {
		String fields = "Date: @0 | Cache-Control: max-age=60 | Content-Location: " + URL;
		RequestSender exchange = this.cache
			.around((request) -> streamed ? streamed(200, fields) : collected(200, fields, "text"));
		Fields.text(exchange.exchange(CacheRequest.of(HttpMethod.POST, URL, HttpHeaders.EMPTY, "")));
		assertThat(text(exchange)).isEqualTo("text");
		assertThat(this.outcomes).containsExactly(CacheOutcome.BYPASS, CacheOutcome.HIT);
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET", "POST" })
	void responseToPostIsNotStoredIfOneBypassesTheCache(HttpMethod method) {
		HttpCache ruled = HttpCache.builder()
			.inMemory(DataSize.ofMegabytes(1))
			.clock(this.clock)
			.rules(List.of(CacheRule.of("/1.0/**").withMethods(Set.of(method)).withBypass(true)))
			.build();
		String fields = "Date: @0 | Cache-Control: max-age=60 | Content-Location: " + URL;
		ruled.around((request) -> collected(200, fields, "text"))
			.exchange(CacheRequest.of(HttpMethod.POST, URL, HttpHeaders.EMPTY, ""));
		assertThat(ruled.size().entries()).isZero();
	}

	@ParameterizedTest
	@CsvSource({ "Cache-Control: no-store, 200, max-age=60", "'', 404, max-age=60", "'', 200, public" })
	void responseToPostIsStoredOnlyIfBothPermitIt(String sent, int status, String cacheControl) {
		String fields = "Date: @0 | ETag: \"a\" | Content-Location: " + URL + " | Cache-Control: " + cacheControl;
		this.cache.around((request) -> collected(status, fields, "text"))
			.exchange(CacheRequest.of(HttpMethod.POST, URL, Fields.of(sent), ""));
		assertThat(this.cache.size().entries()).isZero();
	}

	@Test
	void responseToPostIsNotStoredAfterALaterInvalidation() {
		String fields = "Date: @0 | Cache-Control: max-age=60 | Content-Location: " + URL;
		RequestSender exchange = this.cache.around((request) -> HttpMethod.POST.equals(request.method())
				? streamed(200, fields) : collected(200, "", "new"));
		CacheResponse posted = exchange.exchange(CacheRequest.of(HttpMethod.POST, URL, HttpHeaders.EMPTY, ""));
		exchange.exchange(CacheRequest.of(HttpMethod.PUT, URL, HttpHeaders.EMPTY, ""));
		Fields.text(posted);
		assertThat(text(exchange)).isEqualTo("new");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void responseThatIsBeingStoredIsNotServedAfterItsInvalidation(boolean streamed) {
		AtomicInteger begun = new AtomicInteger();
		AtomicReference<String> afterwards = new AtomicReference<>();
		AtomicReference<RequestSender> exchange = new AtomicReference<>();
		HttpCache slow = HttpCache.using(new TestStore() {

			@Override
			public void put(CacheKey key, StoredResponse response) {
				boolean isFirst = begun.incrementAndGet() == 1;
				if (isFirst) {
					exchange.get().exchange(CacheRequest.of(HttpMethod.PUT, URL, HttpHeaders.EMPTY, ""));
				}
				super.put(key, response);
				if (isFirst) {
					afterwards.set(text(exchange.get()));
				}
			}

		}).withClock(this.clock);
		String fields = "Date: @0 | Cache-Control: max-age=60";
		exchange.set(slow.around((request) -> {
			String content = (begun.get() == 0) ? "text" : "new";
			return streamed ? streamed(200, fields, content) : collected(200, fields, content);
		}));
		assertThat(text(exchange.get())).isEqualTo("text");
		assertThat(afterwards).hasValue("new");
		assertThat(text(exchange.get())).isEqualTo("new");
	}

	@ParameterizedTest
	@ValueSource(strings = { "Content-Encoding: gzip", "Content-Length: 209715200" })
	void newerResponseThatIsNotStoredRemovesOlderOne(String field) {
		String fields = "Date: @0 | Cache-Control: max-age=60";
		assertThat(text(this.cache.around((request) -> collected(200, fields, "old")))).isEqualTo("old");
		RequestSender newer = this.cache.around((request) -> streamed(200, fields + " | " + field));
		Fields.text(get(newer, "Cache-Control: no-cache"));
		assertThat(text(newer)).isEqualTo("text");
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.MISS, CacheOutcome.MISS);
	}

	@Test
	void reloadForwardsNoCondition() {
		AtomicReference<HttpHeaders> sent = new AtomicReference<>();
		get(this.cache.reloading((request) -> {
			sent.set(request.headers());
			return collected(200, "", "text");
		}), "If-None-Match: \"a\" | If-Modified-Since: @0 | Cache-Control: max-stale | Accept: text/plain");
		assertThat(sent.get().toSingleValueMap())
			.containsExactlyInAnyOrderEntriesOf(Map.of("Accept", "text/plain", "Cache-Control", "no-cache"));
	}

	@Test
	void reloadDoesNotForwardRequestWithOnlyIfCached() {
		RequestSender stored = this.cache
			.around((request) -> collected(200, "Date: @0 | Cache-Control: max-age=60", "text"));
		assertThat(text(stored)).isEqualTo("text");
		CacheResponse response = get(this.cache.reloading(BlockingCacheDriverTests::unexpected),
				"Cache-Control: only-if-cached");
		assertThat(response.status()).isEqualTo(504);
		assertThat(response.reused()).isFalse();
		assertThat(text(stored)).isEqualTo("text");
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.MISS, CacheOutcome.HIT);
	}

	@Test
	void failureToCloseConfirmationIsIgnored() {
		assertThat(text(this.cache.around((request) -> streamed(200, "Date: @0 | ETag: \"a\"")))).isEqualTo("text");
		InputStream failing = new InputStream() {

			@Override
			public int read() {
				return -1;
			}

			@Override
			public void close() {
				throw new UncheckedIOException(new IOException("reset"));
			}

		};
		assertThat(text(this.cache.around((request) -> CacheResponse.of(URL, 304, Fields.of("Date: @0 | ETag: \"a\""),
				ResponseContent.of(failing, OptionalLong.empty())))))
			.isEqualTo("text");
	}

	@Test
	void interruptedRequestKeepsStoredResponse(@TempDir Path directory) throws IOException {
		String fields = "Date: @0 | ETag: \"a\" | Cache-Control: max-age=60";
		String text = "x".repeat(200_000);
		try (HttpCache used = HttpCache.inDirectory(directory).withClock(this.clock)) {
			assertThat(text(used.around((request) -> collected(200, fields, text)))).isEqualTo(text);
			RequestSender interrupted = used.withAdditionalListener(new InterruptingListener()).around((request) -> {
				throw new UncheckedIOException(new InterruptedIOException("interrupted"));
			});
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> get(interrupted));
			assertThat(Thread.interrupted()).isTrue();
			RequestSender validating = used.around((request) -> {
				if (!request.headers().containsHeader("If-None-Match")) {
					throw new UncheckedIOException(new InterruptedIOException("interrupted"));
				}
				Thread.currentThread().interrupt();
				return collected(304, fields, "");
			});
			assertThatExceptionOfType(UncheckedIOException.class)
				.isThrownBy(() -> get(validating, "Cache-Control: no-cache"));
			assertThat(Thread.interrupted()).isTrue();
			assertThat(text(used.around(BlockingCacheDriverTests::unexpected))).isEqualTo(text);
		}
		finally {
			Thread.interrupted();
		}
	}

	@Test
	void nullArgumentsAreRejected() {
		assertThatNullPointerException().isThrownBy(() -> HttpCache.inDirectory(null))
			.withMessageContaining("directory");
		assertThatNullPointerException().isThrownBy(() -> HttpCache.inMemory(null)).withMessageContaining("size");
		assertThatNullPointerException().isThrownBy(() -> this.cache.around(null)).withMessageContaining("next");
		assertThatNullPointerException().isThrownBy(() -> this.cache.reloading(null)).withMessageContaining("next");
		assertThatNullPointerException().isThrownBy(() -> CacheRequest.get(URL, HttpHeaders.EMPTY).withIdentity(null))
			.withMessageContaining("identity");
	}

	@Test
	void textOfRequestAndResponseHasNoUserInformation() {
		URI url = URI.create("http://ann:secret@cookbooks.dev/");
		assertThat(CacheRequest.get(url, HttpHeaders.EMPTY)).hasToString("GET http://******@cookbooks.dev/");
		assertThat(CacheResponse.of(url, 200, HttpHeaders.EMPTY, new byte[0]))
			.hasToString("200 http://******@cookbooks.dev/");
	}

	/**
	 * Interrupts the request when a stored response has been found.
	 */
	private static final class InterruptingListener implements CacheListener {

		@Override
		public void onResult(CacheRequest request, CacheResult result) {
		}

		@Override
		public void onDecision(CacheRequest request, Supplier<String> decision) {
			Thread.currentThread().interrupt();
		}

	}

	private static CacheResponse unexpected(CacheRequest request) {
		throw new AssertionError(request);
	}

	private static CacheResponse collected(int status, String fields, String text) {
		return CacheResponse.of(URL, status, Fields.of(fields), text.getBytes(StandardCharsets.UTF_8));
	}

	private static CacheResponse streamed(int status, String fields) {
		return streamed(status, fields, "text");
	}

	private static CacheResponse streamed(int status, String fields, String text) {
		InputStream content = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
		return CacheResponse.of(URL, status, Fields.of(fields), ResponseContent.of(content, OptionalLong.empty()));
	}

	private static CacheResponse get(RequestSender exchange) {
		return get(exchange, "");
	}

	private static CacheResponse get(RequestSender exchange, String fields) {
		return exchange.exchange(CacheRequest.get(URL, Fields.of(fields)));
	}

	private static String text(RequestSender exchange) {
		return Fields.text(get(exchange));
	}

}
