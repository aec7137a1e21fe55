package dev.hyperclient.cache;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.micrometer.HttpCacheMeterBinder;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.fixtures.TestClock;
import dev.hyperclient.internal.policy.IdentityKey;
import dev.hyperclient.internal.transaction.CacheContext;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

class HttpCacheTests {

	private static final URI RECIPE = URI.create("http://cookbooks.dev/1.0/recipes/1");

	private static final CacheRequest REQUEST = CacheRequest.get(RECIPE, HttpHeaders.EMPTY);

	private static final String FRESH = "Date: @0 | Cache-Control: max-age=2 | ETag: \"a\"";

	private static final String TAGGED = "Date: @0 | ETag: \"a\" | Last-Modified: @-60";

	private final TestClock clock = new TestClock(Fields.NOW);

	private final Deque<CacheResponse> script = new ArrayDeque<>();

	private final List<CacheRequest> sent = new ArrayList<>();

	private final List<CacheOutcome> outcomes = new ArrayList<>();

	@TempDir
	Path directory;

	private RequestSender exchange;

	@BeforeEach
	void createExchange() {
		this.exchange = CacheContext.forRepresentations(HttpCache.inDirectory(this.directory))
			.withClock(this.clock)
			.withAdditionalListener((request, result) -> this.outcomes.add(result.outcome()))
			.around(this::server);
	}

	@Test
	void freshResponseIsServedWithoutRequest() {
		assertThat(body(get("", 200, FRESH, "text"))).isEqualTo("text");
		this.clock.advance(Duration.ofSeconds(1));
		CacheResponse second = get("");
		assertThat(body(second)).isEqualTo("text");
		assertThat(second.uri()).isEqualTo(RECIPE);
		assertThat(second.headers().getFirst("Age")).isEqualTo("1");
		assertThat(this.sent).hasSize(1);
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT);
	}

	@Test
	void staleResponseIsValidatedAndFreshened() {
		get("", 200, FRESH + " | Age: 1 | Last-Modified: @-60 | X-Kept: 1", "text");
		this.clock.advance(Duration.ofSeconds(3));
		CacheResponse confirmed = get("", 304, "Date: @3 | Cache-Control: max-age=2 | Content-Length: 0 | X-New: 1",
				"");
		assertThat(confirmed.status()).isEqualTo(200);
		assertThat(body(confirmed)).isEqualTo("text");
		assertThat(confirmed.headers().getContentLength()).isEqualTo(4);
		assertThat(confirmed.headers().headerNames()).contains("X-New").doesNotContain("Age");
		assertThat(this.sent.get(1).headers().getFirst("If-None-Match")).isEqualTo("\"a\"");
		assertThat(this.sent.get(1).headers().getFirst("If-Modified-Since"))
			.isEqualTo(Fields.date(Fields.NOW.minusSeconds(60)));
		assertThat(get("").headers().headerNames()).contains("x-kept", "x-new");
		assertThat(this.sent).hasSize(2);
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.REVALIDATED, CacheOutcome.HIT);
	}

	@Test
	void notModifiedWithNewDateOnlyIsNotWritten() throws IOException {
		get("", 200, TAGGED, "text");
		byte[] before = Files.readAllBytes(files().get(0));
		get("", 304, "Date: @5 | ETag: \"a\"", "");
		assertThat(files().get(0)).hasBinaryContent(before);
		get("", 304, "Date: @5 | ETag: \"a\" | X-New: 1", "");
		assertThat(Files.readString(files().get(0))).contains("x-new: 1");
	}

	@ParameterizedTest
	@CsvSource({ "W/\"a\", \"a\"", "\"a\", W/\"a\"", "W/\"a\", W/\"a\"" })
	void notModifiedWithWeaklyEqualTagConfirms(String stored, String confirmed) throws IOException {
		get("", 200, "Date: @0 | ETag: " + stored, "text");
		byte[] before = Files.readAllBytes(files().get(0));
		for (int i = 0; i < 2; i++) {
			answer(304, "Date: @0 | ETag: " + confirmed, "");
			assertThat(body(get(""))).isEqualTo("text");
		}
		assertThat(this.sent).hasSize(3);
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.REVALIDATED,
				CacheOutcome.REVALIDATED);
		if (stored.startsWith("W/")) {
			// A weak tag stays weak, and the file as it is.
			assertThat(files().get(0)).hasBinaryContent(before);
			assertThat(this.sent.get(2).headers().getFirst("If-None-Match")).isEqualTo(stored);
		}
	}

	@Test
	void repeatedRequestIsCounted() {
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		HttpCacheMeterBinder binder = HttpCacheMeterBinder.forCalls("cookbooks");
		binder.bindTo(registry);
		RequestSender counted = CacheContext.forRepresentations(HttpCache.inDirectory(this.directory))
			.withClock(this.clock)
			.withAdditionalListener(binder)
			.around(this::server);
		answer(200, TAGGED, "old");
		answer(304, "Date: @0 | ETag: \"b\"", "");
		answer(200, "Date: @0 | ETag: \"b\"", "new");
		answer(304, "Date: @0 | ETag: \"b\"", "");
		for (int i = 0; i < 3; i++) {
			counted.exchange(REQUEST);
		}
		assertThat(this.sent).hasSize(4);
		assertThat(registry.get("hyper.client.cache").tag("outcome", "miss").functionCounter().count()).isEqualTo(2);
		assertThat(registry.get("hyper.client.cache.repeats").functionCounter().count()).isOne();
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 3600, 34560000 })
	void responseStoredBeforeClockWasSetBackIsValidatedOnce(long seconds) {
		get("", 200, "Date: @0 | Cache-Control: max-age=100 | ETag: \"a\"", "text");
		this.clock.set(this.clock.instant().minusSeconds(seconds));
		answer(304, "Date: @0 | Cache-Control: max-age=100 | ETag: \"a\"", "");
		for (int i = 0; i < 3; i++) {
			assertThat(body(get(""))).isEqualTo("text");
		}
		assertThat(this.sent).hasSize(2);
		this.clock.advance(Duration.ofSeconds(99));
		get("");
		assertThat(this.sent).hasSize(2);
		this.clock.advance(Duration.ofSeconds(1));
		assertThat(body(get("", 200, FRESH, "new"))).isEqualTo("new");
	}

	@Test
	void refreshDoesNotFreshenOlderStoredResponse() throws IOException {
		get("", 200, TAGGED, "old");
		CacheResponse refreshed = get("If-None-Match: \"b\" | Cache-Control: no-cache", 304,
				"Date: @0 | ETag: \"b\" | Cache-Control: max-age=60", "");
		assertThat(refreshed.status()).isEqualTo(304);
		assertThat(Fields.text(refreshed)).isEmpty();
		assertThat(this.sent.get(1).headers().get("If-None-Match")).containsExactly("\"b\"");
		assertThat(this.sent.get(1).headers().containsHeader("If-Modified-Since")).isFalse();
		assertThat(files()).isEmpty();
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.REVALIDATED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "If-None-Match: \"b\", \"a\"", "If-None-Match: *", "If-Modified-Since: @0",
			"If-None-Match: \"b\" | If-Modified-Since: @0" })
	void ambiguousNotModifiedRemovesStoredResponse(String condition) throws IOException {
		get("", 200, TAGGED, "old");
		answer(304, "Date: @0 | Cache-Control: max-age=60", "");
		assertThat(get(condition + " | Cache-Control: no-cache").status()).isEqualTo(304);
		assertThat(files()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "\"a\", W/\"a\"", "W/\"a\", \"a\"" })
	void confirmationOfAWeaklyEqualTagOfTheCallerFreshensTheStoredResponse(String stored, String asked) {
		get("", 200, "Date: @0 | ETag: " + stored, "text");
		assertThat(get("If-None-Match: " + asked + " | Cache-Control: no-cache", 304,
				"Date: @0 | ETag: \"a\" | Cache-Control: max-age=60", "")
			.status()).isEqualTo(304);
		assertThat(body(get(""))).isEqualTo("text");
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.REVALIDATED, CacheOutcome.HIT);
	}

	@ParameterizedTest
	@CsvSource({ "404, 0", "410, 0", "401, 1", "500, 1", "503, 1", "302, 1" })
	void onlyGoneResponseIsRemoved(int status, int files) throws IOException {
		get("", 200, TAGGED, "text");
		assertThat(body(get("", status, "Date: @0 | Cache-Control: max-age=60", "trouble"))).isEqualTo("trouble");
		assertThat(files()).hasSize(files);
	}

	@Test
	void identitiesAreKeptApart() throws IOException {
		answer(200, FRESH, "ann's");
		request("ann");
		answer(200, FRESH, "bob's");
		assertThat(body(request("bob"))).isEqualTo("bob's");
		assertThat(this.sent.get(1).headers().containsHeader("If-None-Match")).isFalse();
		assertThat(Files.readString(files().get(0))).contains(IdentityKey.hash("bob")).doesNotContain("bob\r\n");
	}

	@Test
	void freshPermanentRedirectIsServed() {
		get("", 301, "Date: @0 | Cache-Control: max-age=2 | Location: /1.0/recipes/2", "moved");
		CacheResponse remembered = get("");
		assertThat(remembered.status()).isEqualTo(301);
		assertThat(remembered.headers().getLocation()).hasToString("/1.0/recipes/2");
		this.clock.advance(Duration.ofSeconds(2));
		assertThat(body(get("", 200, FRESH, "text"))).isEqualTo("text");
		assertThat(this.sent).hasSize(2);
	}

	@ParameterizedTest
	@CsvSource({ "PATCH, 209, 0", "POST, 201, 0", "PUT, 200, 0", "DELETE, 200, 0", "POST, 303, 0", "PATCH, 412, 2",
			"POST, 500, 2", "HEAD, 200, 2", "OPTIONS, 200, 2" })
	void unsafeRequestInvalidatesItsUrlOnly(String method, int status, int files) throws IOException {
		get("Accept: application/json", 200, FRESH, "{}");
		get("Accept: text/plain", 200, FRESH, "text");
		answer(200, FRESH, "other");
		this.exchange.exchange(CacheRequest.get(RECIPE.resolve("2"), Fields.of("Accept: application/json")));
		answer(status, "", "");
		this.exchange
			.exchange(CacheRequest.of(HttpMethod.valueOf(method), RECIPE, Fields.of("Accept: text/plain"), ""));
		assertThat(files()).hasSize(1 + files);
		assertThat(this.outcomes).endsWith(CacheOutcome.BYPASS);
	}

	@Test
	void failingListenerSuppressesNoOtherNotification() {
		List<String> events = new ArrayList<>();
		CacheListener failing = new Recording("failing", events) {

			@Override
			public void onOpen(ResponseStore store) {
				super.onOpen(store);
				throw new IllegalStateException("listener");
			}

			@Override
			public void onResult(CacheRequest request, CacheResult result) {
				super.onResult(request, result);
				throw new IllegalStateException("listener");
			}

		};
		for (CacheListener listener : List.of(failing, failing.andThen(new Recording("other", events)))) {
			RequestSender notifying = HttpCache.inMemory(DataSize.ofKilobytes(10))
				.withClock(this.clock)
				.withAdditionalListener(listener)
				.around(this::server);
			answer(200, FRESH, "text");
			notifying.exchange(REQUEST);
			notifying.exchange(REQUEST);
		}
		assertThat(events).containsExactly("failing open", "failing MISS 0", "failing HIT 4", "failing open",
				"other open", "failing MISS 0", "other MISS 0", "failing HIT 4", "other HIT 4");
	}

	@Test
	void listenerThatIsAddedTwiceIsNotifiedOnce() {
		List<String> events = new ArrayList<>();
		CacheListener listener = new Recording("one", events);
		HttpCache notifying = HttpCache.builder()
			.directory(this.directory)
			.addListener(new Recording("first", events))
			.addListener(listener)
			.addListener(listener.andThen(listener))
			.build()
			.withAdditionalListener(new Recording("last", events))
			.withAdditionalListener(listener);
		answer(200, "", "text");
		notifying.around(this::server).exchange(REQUEST);
		assertThat(events).containsExactly("first open", "one open", "last open", "first MISS 0", "one MISS 0",
				"last MISS 0");
	}

	private CacheResponse server(CacheRequest request) {
		this.sent.add(request);
		CacheResponse next = this.script.poll();
		if (next == null) {
			throw new IllegalStateException("no network");
		}
		return CacheResponse.of(request.uri(), next.status(), next.headers(), next.body());
	}

	private void answer(int status, String fields, String body) {
		this.script.add(CacheResponse.of(RECIPE, status, Fields.of(fields), body.getBytes(StandardCharsets.UTF_8)));
	}

	private CacheResponse get(String fields, int status, String answer, String body) {
		answer(status, answer, body);
		return get(fields);
	}

	private CacheResponse get(String fields) {
		return this.exchange.exchange(CacheRequest.get(RECIPE, Fields.of(fields)));
	}

	private CacheResponse request(String identity) {
		return this.exchange.exchange(REQUEST.withIdentity(identity));
	}

	private static String body(CacheResponse response) {
		return Fields.text(response);
	}

	private List<Path> files() throws IOException {
		try (Stream<Path> paths = Files.list(this.directory)) {
			return paths.toList();
		}
	}

	private static class Recording implements CacheListener {

		private final String name;

		private final List<String> events;

		Recording(String name, List<String> events) {
			this.name = name;
			this.events = events;
		}

		@Override
		public void onOpen(ResponseStore store) {
			this.events.add(this.name + " open");
		}

		@Override
		public void onResult(CacheRequest request, CacheResult result) {
			this.events.add(this.name + " " + result.outcome() + " " + result.savedBytes());
		}

	}

}
