package dev.hyperclient.cache;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.fixtures.TestClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Cache groups (RFC 9875), with each store.
 */
class CacheGroupTests {

	private static final String ORIGIN = "https://example.com";

	private static final String FRESH = "Date: @0 | Cache-Control: max-age=3600";

	private final TestClock clock = new TestClock(Fields.NOW);

	private final Map<String, String> fields = new HashMap<>();

	private final List<String> sent = new ArrayList<>();

	private final List<HttpCache> opened = new ArrayList<>();

	private Consumer<CacheRequest> meanwhile = (request) -> {
	};

	private RequestSender exchange = this::server;

	@TempDir
	Path directory;

	enum Kind {

		MEMORY, DIRECTORY, BOTH

	}

	@AfterEach
	void close() {
		this.opened.forEach(HttpCache::close);
	}

	@ParameterizedTest
	@EnumSource
	void responseToUnsafeRequestInvalidatesGroups(Kind kind) {
		open(kind);
		// RFC 9875, 2 and 3.
		this.fields.put("GET /app.js", "Cache-Groups: \"scripts\"");
		this.fields.put("GET /results", "Cache-Groups: \"eurovision-results\", \"scores\"");
		this.fields.put("GET /australia", "Cache-Groups: \"australia\"");
		this.fields.put("POST /vote", "Cache-Group-Invalidation: \"eurovision-results\", \"australia\"");
		get("/app.js", "/results", "/australia", "/plain");
		get("/app.js", "/results", "/australia", "/plain");
		assertThat(this.sent).hasSize(4);
		send(HttpMethod.POST, "/vote");
		this.sent.clear();
		get("/app.js", "/results", "/australia", "/plain");
		assertThat(this.sent).containsExactly("GET /results", "GET /australia");
		get("/app.js", "/results", "/australia", "/plain");
		assertThat(this.sent).as("stored again").hasSize(2);
	}

	@Test
	@Timeout(60)
	void otherCacheWithSameDirectoryNoticesInvalidation() {
		HttpCache first = open(Kind.DIRECTORY);
		open(Kind.DIRECTORY);
		this.fields.put("GET /recipes", "Cache-Groups: \"recipes\"");
		get("/recipes", "/other");
		first.evictGroup(URI.create(ORIGIN), "recipes");
		this.sent.clear();
		while (this.sent.isEmpty()) {
			get("/recipes", "/other");
		}
		get("/recipes", "/other");
		assertThat(this.sent).containsExactly("GET /recipes");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '^', quoteCharacter = '`', textBlock = """
			recipes                        ^ a token
			%"recipes"                     ^ a display string
			("recipes")                    ^ an inner list
			"other", recipes, "recipes"    ^ one member is no string
			"recipes                       ^ no end
			"recipes" "other"              ^ no comma
			"recipes",                     ^ a comma at the end
			, "recipes"                    ^ a comma at the beginning
			"recipes",, "other"            ^ no member
			"recipes"; A=1                 ^ a parameter in capitals
			"recipes";a=                   ^ a parameter without its value
			"recipes", "a\\b"             ^ an escaped letter
			"recipes", "r\u00e9cipes"      ^ not ASCII
			""")
	void malformedFieldCountsAsAbsent(String field, String reason) {
		open(Kind.MEMORY);
		recipes("\"recipes\"", field);
		getAroundChange("/recipes");
		assertThat(this.sent).as("invalidation: " + reason).containsExactly("GET /recipes", "PUT /recipes/1");
		this.fields.put("GET /other", "Cache-Groups: " + field);
		recipes("", "\"recipes\", \"other\"");
		getAroundChange("/other");
		assertThat(this.sent).as("response: " + reason).endsWith("GET /other", "PUT /recipes/1");
	}

	@ParameterizedTest
	@CsvSource({ "\"Recipes\", \"recipes\"", "\"recipes\", \"recipes\" | X-Status: 500" })
	void otherCaseAndErrorsInvalidateNothing(String groups, String invalidated) {
		open(Kind.MEMORY);
		recipes(groups, invalidated);
		getAroundChange("/recipes");
		assertThat(this.sent).containsExactly("GET /recipes", "PUT /recipes/1");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '^', quoteCharacter = '`', textBlock = """
			"recipes" ^ "recipes";unknown;a=1;b="x,\\"y";c=?1;d=:YQ==:;e=%"f%c3";f=tok/en;g=-1.5 ^ parameters (3)
			"other" ,	"recipes" ^   "recipes" ^ white space
			"a \\"quoted\\" \\\\ one, two" ^ "a \\"quoted\\" \\\\ one, two" ^ characters
			"" ^ "" ^ the empty string
			"a" | Cache-Groups: "b", "c" ^ "other" | Cache-Group-Invalidation: "c" ^ several lines
			""")
	void validFieldsInvalidate(String groups, String invalidated, String reason) {
		open(Kind.MEMORY);
		recipes(groups, invalidated);
		getAroundChange("/recipes");
		assertThat(this.sent).as(reason).containsExactly("GET /recipes", "PUT /recipes/1", "GET /recipes");
	}

	/** {@link URI} does not parse such hosts, which containers have. */
	@Test
	void hostsWithAnUnderscoreAreOrigins() {
		open(Kind.MEMORY);
		List<String> urls = List.of("http://my_recipes:8080/", "http://my_recipes/", "http://other_recipes:8080/");
		for (String url : urls) {
			this.fields.put("GET " + url, "Cache-Groups: \"recipes\"");
			send(HttpMethod.GET, url);
		}
		this.fields.put("PUT http://MY_recipes:8080/1", "Cache-Group-Invalidation: \"recipes\"");
		send(HttpMethod.PUT, "http://MY_recipes:8080/1");
		this.sent.clear();
		urls.forEach((url) -> send(HttpMethod.GET, url));
		assertThat(this.sent).containsExactly("GET http://my_recipes:8080/");
	}

	@Test
	void groupsBelongToTheirOrigin() {
		open(Kind.MEMORY);
		List<String> others = List.of("https://example.com:8443/recipes", "http://example.com/recipes",
				"https://example.com.evil/recipes");
		others.forEach((url) -> {
			this.fields.put("GET " + url, "Cache-Groups: \"recipes\"");
			send(HttpMethod.GET, url);
		});
		this.fields.put("GET /recipes", "Cache-Groups: \"recipes\"");
		get("/recipes");
		this.fields.put("PUT https://EXAMPLE.com:443/recipes/1", "Cache-Group-Invalidation: \"recipes\"");
		send(HttpMethod.PUT, "https://EXAMPLE.com:443/recipes/1");
		this.sent.clear();
		others.forEach((url) -> send(HttpMethod.GET, url));
		assertThat(this.sent).isEmpty();
		get("/recipes");
		assertThat(this.sent).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET", "HEAD" })
	void fieldIsIgnoredInResponsesToSafeRequests(String method) {
		open(Kind.MEMORY);
		this.fields.put("GET /recipes", "Cache-Groups: \"recipes\"");
		this.fields.put(method + " /other", "Cache-Group-Invalidation: \"recipes\"");
		get("/recipes");
		send(HttpMethod.valueOf(method), "/other");
		get("/recipes");
		assertThat(this.sent).containsExactly("GET /recipes", method + " /other");
	}

	@Test
	void invalidationDoesNotCascade() {
		open(Kind.MEMORY);
		this.fields.put("GET /one", "Cache-Groups: \"a\", \"b\"");
		this.fields.put("GET /two", "Cache-Groups: \"b\", \"c\"");
		this.fields.put("PUT /one", "");
		this.fields.put("PUT /other", "Cache-Group-Invalidation: \"a\"");
		get("/one", "/two");
		send(HttpMethod.PUT, "/other");
		get("/two");
		send(HttpMethod.PUT, "/one");
		get("/two");
		assertThat(this.sent).containsExactly("GET /one", "GET /two", "PUT /other", "PUT /one");
	}

	@ParameterizedTest
	@EnumSource
	void responseRequestedBeforeInvalidationIsNotStored(Kind kind) {
		open(kind);
		recipes("\"recipes\"", "\"recipes\"");
		this.meanwhile = (request) -> {
			this.meanwhile = (other) -> {
			};
			if (request.method() == HttpMethod.GET) {
				send(HttpMethod.PUT, "/recipes/1");
			}
		};
		get("/recipes", "/recipes", "/recipes");
		assertThat(this.sent).containsExactly("GET /recipes", "PUT /recipes/1", "GET /recipes");
	}

	@Test
	void responseToPostRequestedBeforeInvalidationIsNotStored() {
		open(Kind.MEMORY);
		this.fields.put("POST /report",
				"Content-Location: /report | Cache-Groups: \"recipes\" | Cache-Group-Invalidation: \"reports\"");
		recipes("\"recipes\"", "\"recipes\"");
		this.meanwhile = (request) -> {
			this.meanwhile = (other) -> {
			};
			send(HttpMethod.PUT, "/recipes/1");
		};
		send(HttpMethod.POST, "/report");
		get("/report");
		assertThat(this.sent).containsExactly("POST /report", "PUT /recipes/1", "GET /report");
		send(HttpMethod.POST, "/report");
		get("/report");
		assertThat(this.sent).endsWith("GET /report", "POST /report");
	}

	@ParameterizedTest
	@EnumSource
	void groupIsEvictedByHand(Kind kind) {
		HttpCache cache = open(kind);
		this.fields.put("GET /recipes", "Cache-Groups: \"recipes\"");
		get("/recipes", "/other");
		cache.evictGroup(URI.create(ORIGIN + "/any/path"), "recipes");
		cache.evictGroup(URI.create(ORIGIN), "unknown");
		this.sent.clear();
		get("/recipes", "/other");
		assertThat(this.sent).containsExactly("GET /recipes");
		assertThatIllegalArgumentException().isThrownBy(() -> cache.evictGroup(URI.create("/recipes"), "recipes"));
	}

	@ParameterizedTest
	@EnumSource
	void urlsWithPrefixAreEvictedByHand(Kind kind) {
		HttpCache cache = open(kind);
		get("/recipes", "/recipes/1", "/recipes/2?full", "/recipes-of-others", "/other");
		assertThat(cache.evictAll(URI.create("HTTPS://example.com/recipes/"))).isEqualTo(2);
		this.sent.clear();
		get("/recipes", "/recipes/1", "/recipes/2?full", "/recipes-of-others", "/other");
		assertThat(this.sent).containsExactly("GET /recipes/1", "GET /recipes/2?full");
		assertThat(cache.evictAll(URI.create(ORIGIN))).isEqualTo(5);
		assertThat(cache.evictAll(URI.create("https://example.co"))).isZero();
		assertThatIllegalArgumentException().isThrownBy(() -> cache.evictAll(URI.create("/recipes")));
	}

	@ParameterizedTest
	@EnumSource
	void responseRequestedBeforeEvictionIsNotStored(Kind kind) {
		HttpCache cache = open(kind);
		this.fields.put("GET /recipes", "Cache-Groups: \"recipes\"");
		URI url = URI.create(ORIGIN + "/recipes");
		for (Runnable eviction : List.<Runnable>of(() -> cache.evictAll(URI.create(ORIGIN + "/rec")),
				() -> cache.evict(url), () -> cache.evictGroup(url, "recipes"))) {
			cache.clear();
			this.sent.clear();
			this.meanwhile = (request) -> {
				this.meanwhile = (other) -> {
				};
				eviction.run();
			};
			get("/recipes", "/recipes", "/recipes");
			assertThat(this.sent).containsExactly("GET /recipes", "GET /recipes");
		}
	}

	/** RFC 9875, 2 and 3: a cache must support at least 32 names of 32 characters. */
	@Test
	void manyAndLongNamesAreBounded() {
		open(Kind.MEMORY);
		String few = IntStream.range(0, 2000).mapToObj((i) -> "\"" + i + "\"").collect(Collectors.joining(", "));
		String many = IntStream.range(0, 10_000).mapToObj((i) -> "\"" + i + "\"").collect(Collectors.joining(", "));
		String name = "x".repeat(8 * 1024);
		this.fields.put("GET /few", "Cache-Groups: " + few);
		this.fields.put("GET /many", "Cache-Groups: " + many);
		this.fields.put("GET /long", "Cache-Groups: \"" + name + "\", \"a-name-of-thirty-two-characters.\"");
		this.fields.put("PUT /first", "Cache-Group-Invalidation: \"127\"");
		this.fields.put("PUT /129th", "Cache-Group-Invalidation: \"128\"");
		this.fields.put("PUT /many", "Cache-Group-Invalidation: " + many);
		this.fields.put("PUT /8kb", "Cache-Group-Invalidation: \"" + name + "\"");
		this.fields.put("PUT /short", "Cache-Group-Invalidation: \"a-name-of-thirty-two-characters.\"");
		assertThat(send(HttpMethod.GET, "/many").status()).isEqualTo(200);
		get("/few", "/long");
		for (String put : List.of("/129th", "/8kb", "/many")) {
			assertThat(send(HttpMethod.PUT, put).status()).isEqualTo(200);
		}
		this.sent.clear();
		get("/few", "/long");
		assertThat(this.sent).isEmpty();
		send(HttpMethod.PUT, "/first");
		send(HttpMethod.PUT, "/short");
		get("/few", "/long");
		assertThat(this.sent).containsExactly("PUT /first", "PUT /short", "GET /few", "GET /long");
	}

	@Test
	void fieldsOfAnyLengthAreReadOrIgnored() {
		open(Kind.MEMORY);
		for (String field : List.of("\"recipes\"" + ";a=\"x\"".repeat(8 * 1024), "(".repeat(50_000),
				"\\".repeat(50_000))) {
			recipes(field, field);
			for (int i = 0; i < 2; i++) {
				get("/recipes");
				assertThat(send(HttpMethod.PUT, "/recipes/1").status()).isEqualTo(200);
			}
		}
	}

	private HttpCache open(Kind kind) {
		HttpCacheBuilder builder = HttpCache.builder();
		HttpCache cache = switch (kind) {
			case MEMORY -> builder.inMemory(DataSize.ofMegabytes(1)).build();
			case DIRECTORY -> builder.directory(this.directory).build();
			case BOTH -> builder.directory(this.directory).memoryTier(DataSize.ofMegabytes(1)).build();
		};
		this.opened.add(cache);
		this.exchange = cache.withClock(this.clock).around(this::server);
		return cache;
	}

	private CacheResponse server(CacheRequest request) {
		String line = request.method() + " " + request.uri().toString().replaceFirst("^" + ORIGIN + "/", "/");
		this.sent.add(line);
		HttpHeaders headers = Fields.of(FRESH + " | " + this.fields.getOrDefault(line, ""));
		this.meanwhile.accept(request);
		String status = headers.getFirst("X-Status");
		return CacheResponse.of(request.uri(), (status != null) ? Integer.parseInt(status) : 200, headers,
				"text".getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Set the groups of a response and those that a write invalidates.
	 */
	private void recipes(String groups, String invalidated) {
		this.fields.put("GET /recipes", "Cache-Groups: " + groups);
		this.fields.put("PUT /recipes/1", "Cache-Group-Invalidation: " + invalidated);
	}

	private void get(String... paths) {
		for (String path : paths) {
			send(HttpMethod.GET, path);
		}
	}

	private void getAroundChange(String... paths) {
		get(paths);
		send(HttpMethod.PUT, "/recipes/1");
		get(paths);
	}

	private CacheResponse send(HttpMethod method, String url) {
		this.clock.advance(Duration.ofMillis(1));
		URI uri = URI.create(url.startsWith("/") ? ORIGIN + url : url);
		return this.exchange.exchange(CacheRequest.of(method, uri, HttpHeaders.EMPTY, ""));
	}

}
