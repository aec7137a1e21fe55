package dev.hyperclient.cache;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hyperclient.cache.api.CacheEntry;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.internal.store.MemoryResponseStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code No-Vary-Search} (draft-ietf-httpbis-no-vary-search-05), with each client and
 * each store.
 */
class NoVarySearchTests {

	private static final String FRESH = "Cache-Control: max-age=3600";

	private static final String TRACKING = "No-Vary-Search: params=(\"utm\")";

	private final List<String> received = new CopyOnWriteArrayList<>();

	private final List<HttpCache> opened = new ArrayList<>();

	private volatile Function<String, String> fields = (line) -> FRESH + " | " + TRACKING;

	private volatile Runnable meanwhile = () -> {
	};

	private final ExecutorService executor = Executors.newCachedThreadPool();

	private HttpServer server;

	private HttpCache cache;

	private Client client;

	@TempDir
	Path directory;

	/**
	 * A client and a store.
	 */
	enum Setup {

		REST_MEMORY, REST_DIRECTORY, REST_BOTH, WEB_MEMORY, WEB_DIRECTORY, WEB_BOTH

	}

	/**
	 * Sends requests and returns the text of the response.
	 */
	@FunctionalInterface
	private interface Client {

		String send(HttpMethod method, URI uri, HttpHeaders headers);

	}

	@BeforeEach
	void start() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.createContext("/", this::answer);
		this.server.setExecutor(this.executor);
		this.server.start();
	}

	@AfterEach
	void stop() {
		this.opened.forEach(HttpCache::close);
		this.server.stop(0);
		this.executor.shutdownNow();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '^', quoteCharacter = '`',
			textBlock = """
					key-order ^ a=1&b=2 ^ b=2&a=1
					params=("utm_source" "utm_medium") ^ q=1&utm_source=x ^ utm_medium=y&q=1
					except=("productId") ^ productId=1&x=2 ^ y=3&productId=1
					params ^ a=1&b=2 ^ c
					params=("%C3%A9+%E6%B0%97") ^ \u00e9+\u6c17=2 ^ %C3%A9%20\u6c17=3
					params=("%C3%A9+%E6%B0%97") ^ `` ^ %C3%A9+%E6%B0%97=4
					key-order ^ `` ^ `?`
					key-order ^ a=x ^ %61=%78
					key-order ^ a=\u00e9 ^ a=%C3%A9
					key-order ^ a=%f6 ^ a=%ef%bf%bd
					key-order ^ a=x&&&& ^ a=x
					key-order ^ a= ^ a
					key-order ^ a=%20 ^ a=+
					key-order ^ a=+& ^ a=%20
					params=("a") ^ a=2&b=3 ^ b=3
					params=("a" "b") ^ a=2&b=3 ^ b=2
					params ^ a=2&b=3 ^ b=4&c=5
					params ^ `` ^ b=4&c=5
					key-order ^ b=5&a=3&a=4&d=6&c=5&b=3 ^ d=6&a=3&b=5&b=3&c=5&a=4
					key-order=?1 ^ b=5&a=3&a=4&d=6&c=5&b=3 ^ d=6&a=3&b=5&b=3&c=5&a=4
					params=("c") ^ a=2&b=2&c=5 ^ a=2&c=3&b=2
					params=("a") ^ a=2 ^ ``
					params=("a") ^ `` ^ a=2
					params, except=("c") ^ b=5&a=3&d=6&c=3 ^ a=1&b=2&c=3
					params, except=("b"), except=("c") ^ b=5&a=3&d=6&c=3 ^ a=1&b=2&c=3
					params, except=("c" "d") ^ b=5&a=3&d=6&c=5 ^ d=6&a=1&b=2&c=5
					params, except=("c" "d") ^ b=5&a=3&a=4&d=6&c=5 ^ d=6&a=1&a=2&b=2&b=3&c=5
					params, except=("c";unknown) ^ b=5&a=3&d=6&c=3 ^ a=1&b=2&c=3
					params=("c";unknown) ^ a=2&b=2&c=5 ^ a=2&c=3&b=2
					params=("c");unknown ^ a=2&b=2&c=5 ^ a=2&c=3&b=2
					key-order;unknown ^ b=5&a=3&a=4&d=6&c=5&b=3 ^ d=6&a=3&b=5&b=3&c=5&a=4
					params;unknown ^ `` ^ b=4&c=5
					params;unknown, except=("c");unknown ^ b=5&a=3&d=6&c=3 ^ a=1&b=2&c=3
					params=("%C2%A2") ^ \u00a2=3 ^ \u00a2=4
					params=("%C2%A2") ^ a=2&\u00a2=3 ^ \u00a2=4&a=2
					params, except=("%C2%A2") ^ \u00a2=3&a=4 ^ a=5&\u00a2=3
					params=?1, except=("id") ^ id=42&noise=abc ^ noise=x&id=42
					params=("utm"), key-order ^ utm=x&b=2&a=1 ^ a=1&b=2&utm=y
					key-order ^ c+1=3&b+%202=2&a=1&%63%201=2&a=5 ^ a=1&b%20%202=2&%63%201=3&a=5&c+1=2
					params=("d"), key-order ^ %C3%A9=f&a=2&c=4&\u00e9=b ^ a=2&\u00e9=f&c=4&d=7&\u00e9=b
					params=("d"), key-order ^ %F0%90%A8%80=%F0%90%A8%80&a=2&%F0%90%A8%80=b ^ a=2&%F0%90%A8%80=%F0%90%A8%80&d=7&%F0%90%A8%80=b
					key-order ^ a&b&c&a=2&d&=5&=1&=3 ^ c&d&b&a&=5&=1&a=2&=3
					params=("+a") ^ +a=3 ^ +a=2
					params=("d" "%C3%A9") ^ %C3%A9=g&a=2&c=4&\u00e9=b ^ a=2&\u00e9=f&c=4&d=7&\u00e9=b
					params=("a" b), params=("c") ^ c=1 ^ c=2
					except=("a" "b"), params ^ a=1&c=2 ^ a=1&c=3
					params=("a"), params ^ b=1 ^ b=2
					params, except=(a), unknown-key, except=("a") ^ a=1&b=2 ^ a=1&b=3
					except=() ^ a=1 ^ b=2
					x=1, y=tok/en, z=:YQ==:, key-order, w=(1 2.5 ?0), v=@12, u=%"f%c3", t=-1 ^ a=1&b=2 ^ b=2&a=1
					""")
	void equivalentQueriesAreAnsweredByOneResponse(String field, String first, String second) {
		assertThat(exchange(field, first, second)).containsExactly(1, 1);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '^', quoteCharacter = '`', textBlock = """
			`` ^ a=1&b=2 ^ b=2&a=1
			`` ^ a=x ^ %61=%78
			key-order ^ a=1&b=2 ^ b=2
			key-order ^ a=1&b=2 ^ a=2&b=2
			key-order ^ a=1&b=2 ^ a=1&b=2&c=3
			params=("a") ^ a=1&b=2 ^ a=1&b=99
			params, except=("id") ^ id=42&noise=abc ^ id=99&noise=xyz
			params=("utm"), key-order ^ utm=x&b=2&a=1 ^ a=1&b=99&utm=y
			params=("a"), except=("b") ^ a=1 ^ a=2
			params("a") ^ a=2&b=3 ^ b=2
			key-order ^ c=4&b=3&a=2 ^ a=2&c=5&b=3
			key-order ^ b=5&a=3&a=4&d=6&c=5&b=3 ^ d=6&a=4&b=5&b=3&c=5&a=3
			key-order=?0 ^ b=5&a=3&a=4&d=6&c=5&b=3 ^ d=6&a=3&b=5&b=3&c=5&a=4
			params, except=("c") ^ b=5&a=3&d=6&c=3 ^ a=1&b=2&c=5
			params, except=("%C2%A2") ^ \u00a2=3 ^ \u00a2=4
			key-order ^ a&b&c&a=2&d&=5&=1&=3 ^ c&d&b&a&=5&a=2&=3
			params=("+a") ^ +a=3 ^ a=2
			params, except=("%C3%A9") ^ %C3%A9=g&a=2&c=4&\u00e9=b ^ a=2&\u00e9=f&c=4&d=7&\u00e9=b
			params=("A") ^ a=1 ^ a=2
			params=("a"), key-order ^ b=1&b=2 ^ b=2&b=1
			unknown-key ^ a=1 ^ a=2
			key-order="not a boolean" ^ a=1&b=2 ^ b=2&a=1
			key-order=a ^ a=1&b=2 ^ b=2&a=1
			key-order=() ^ a=1&b=2 ^ b=2&a=1
			key-order=(?1) ^ a=1&b=2 ^ b=2&a=1
			params="a" ^ a=1 ^ a=2
			params=a ^ a=1 ^ a=2
			params=(a) ^ a=1 ^ a=2
			params=("a" b) ^ a=1 ^ a=2
			params=() ^ a=1 ^ a=2
			params=?0 ^ a=1 ^ a=2
			params=("a"), params=?0 ^ a=1 ^ a=2
			params=(), except=() ^ a=1 ^ a=2
			params, except=(), params=() ^ a=1 ^ a=2
			params=?0, except=("x") ^ a=1 ^ a=2
			params, except=(a) ^ b=1 ^ b=2
			params, except="a" ^ b=1 ^ b=2
			params, except=?1 ^ b=1 ^ b=2
			params, except ^ b=1 ^ b=2
			except=(a) ^ b=1 ^ b=2
			except="a" ^ b=1 ^ b=2
			except=?1 ^ b=1 ^ b=2
			"a" ^ a=1 ^ a=2
			(a) ^ a=1 ^ a=2
			params=("a" ^ a=1 ^ a=2
			params=("a), key-order ^ a=1 ^ a=2
			params=("a"), ^ a=1 ^ a=2
			params=("a""b") ^ a=1 ^ a=2
			params=("a"); ^ a=1 ^ a=2
			params=("a") key-order ^ a=1 ^ a=2
			params=("a"), b=?2 ^ a=1 ^ a=2
			params=("a"), B=1 ^ a=1 ^ a=2
			params=("\u00e9") ^ \u00e9=1 ^ \u00e9=2
			""")
	void otherQueriesAreNot(String field, String first, String second) {
		assertThat(exchange(field, first, second)).containsExactly(2, 2);
	}

	/**
	 * Send two requests with each client, twice.
	 * @return how many the server has received of each client
	 */
	private List<Integer> exchange(String field, String first, String second) {
		this.fields = (line) -> field.isEmpty() ? FRESH : FRESH + " | No-Vary-Search: " + field;
		List<Integer> requests = new ArrayList<>();
		for (Setup setup : List.of(Setup.REST_MEMORY, Setup.WEB_MEMORY)) {
			open(setup);
			this.received.clear();
			List<String> urls = Stream.of(first, second)
				.map((query) -> "/search" + (query.isEmpty() ? "" : "?" + query.replace("?", "")))
				.toList();
			List<String> contents = urls.stream().map(this::get).toList();
			requests.add(this.received.size());
			assertThat(contents.stream().distinct().count()).isEqualTo(this.received.size());
			assertThat(urls.stream().map(this::get).toList()).isEqualTo(contents);
			assertThat(this.received).as("all of them are stored").hasSize(requests.get(requests.size() - 1));
		}
		return requests;
	}

	@Test
	void otherPathSchemeOrPortIsNotEquivalent() {
		this.fields = (line) -> FRESH + " | No-Vary-Search: params";
		open(Setup.REST_MEMORY);
		get("/index?a=1");
		get("/home?a=1");
		get("/index/?a=1");
		get("/INDEX?a=1");
		assertThat(this.received).hasSize(4);
	}

	@Test
	void severalLinesAreOneField() {
		this.fields = (line) -> FRESH + " | No-Vary-Search: params | No-Vary-Search: except=(\"a\")";
		open(Setup.WEB_MEMORY);
		get("/s?a=1&b=2");
		get("/s?a=1&b=3");
		assertThat(this.received).hasSize(1);
		get("/s?a=2&b=3");
		assertThat(this.received).hasSize(2);
	}

	@ParameterizedTest
	@EnumSource(names = { "REST_DIRECTORY", "REST_BOTH", "WEB_DIRECTORY", "WEB_BOTH" })
	void storedResponseIsFoundByLaterProcess(Setup setup) {
		open(setup);
		get("/search?q=1&utm=a");
		this.cache.close();
		open(setup);
		get("/search?q=1&utm=b");
		get("/search?q=1");
		assertThat(this.received).containsExactly("GET /search?q=1&utm=a");
		get("/search?q=2&utm=b");
		assertThat(this.received).hasSize(2);
	}

	@ParameterizedTest
	@EnumSource
	void responsesWithoutQueryAreFound(Setup setup) {
		open(setup);
		get("/search");
		get("/search?utm=1");
		get("/search?utm=2");
		get("/search");
		assertThat(this.received).containsExactly("GET /search");
	}

	@ParameterizedTest
	@EnumSource
	void latestSpecificationOfPathCounts(Setup setup) {
		open(setup);
		get("/search?q=1&utm=a");
		this.fields = (line) -> FRESH + " | No-Vary-Search: key-order";
		get("/search?q=2&utm=a");
		get("/search?utm=a&q=2");
		assertThat(this.received).containsExactly("GET /search?q=1&utm=a", "GET /search?q=2&utm=a");
		get("/search?q=2&utm=b");
		assertThat(this.received).hasSize(3);
		this.fields = (line) -> FRESH;
		get("/search?q=3&utm=a");
		get("/search?utm=a&q=3");
		get("/search?q=3&utm=a");
		assertThat(this.received.subList(3, 5)).containsExactly("GET /search?q=3&utm=a", "GET /search?utm=a&q=3");
		assertThat(this.received).hasSize(5);
	}

	@ParameterizedTest
	@EnumSource
	void responseIsNotServedByTheFieldOfAnother(Setup setup) {
		open(setup);
		get("/search?q=1&utm=a");
		this.fields = (line) -> FRESH + " | No-Vary-Search: params=(\"other\")";
		get("/search?q=2");
		get("/search?q=1&other=b");
		assertThat(this.received).hasSize(3);
	}

	@ParameterizedTest
	@EnumSource
	void responseWhoseFieldWasChangedByValidationIsServedByItsOwnField(Setup setup) {
		this.fields = (line) -> "Cache-Control: no-cache | ETag: \"1\" | " + TRACKING;
		open(setup);
		get("/search?q=1&utm=a");
		this.fields = (
				line) -> "X-Status: 304 | Cache-Control: max-age=60 | ETag: \"1\" | No-Vary-Search: params=(\"other\")";
		get("/search?q=1&utm=b");
		this.fields = (line) -> FRESH;
		get("/search?q=1&utm=b&other=1");
		assertThat(this.received).containsExactly("GET /search?q=1&utm=a", "GET /search?q=1&utm=b [\"1\"]");
		get("/search?q=1&utm=a");
		assertThat(this.received).hasSize(3);
	}

	@ParameterizedTest
	@EnumSource
	void validationSendsTheUrlOfTheCaller(Setup setup) {
		this.fields = (line) -> line.contains("[") ? "X-Status: 304 | Cache-Control: no-cache | ETag: \"1\""
				: "Cache-Control: no-cache | ETag: \"1\" | " + TRACKING;
		open(setup);
		String content = get("/search?q=1&utm=a");
		assertThat(get("/search?utm=b&q=1")).isEqualTo(content);
		assertThat(this.received).containsExactly("GET /search?q=1&utm=a", "GET /search?utm=b&q=1 [\"1\"]");
	}

	@ParameterizedTest
	@EnumSource
	void unsafeRequestInvalidatesEquivalentUrls(Setup setup) {
		open(setup);
		for (String url : List.of("/search?q=1&utm=b", "/search?q=1")) {
			get("/search?q=1&utm=a");
			get("/search?q=2&utm=a");
			send(HttpMethod.PUT, url);
			this.received.clear();
			get("/search?q=1&utm=a");
			get("/search?q=2&utm=a");
			assertThat(this.received).containsExactly("GET /search?q=1&utm=a");
		}
		this.fields = (line) -> line.startsWith("POST") ? "Location: /search?utm=z&q=1" : FRESH + " | " + TRACKING;
		send(HttpMethod.POST, "/other");
		this.received.clear();
		get("/search?q=1&utm=a");
		get("/search?q=2&utm=a");
		assertThat(this.received).containsExactly("GET /search?q=1&utm=a");
	}

	@ParameterizedTest
	@EnumSource
	void unsafeRequestInvalidatesResponsesOfEarlierSpecifications(Setup setup) {
		open(setup);
		for (String meanwhile : List.of(FRESH, FRESH + " | No-Vary-Search: params=(\"other\")")) {
			this.fields = (line) -> FRESH + " | " + TRACKING;
			get("/search?q=1&utm=a");
			this.fields = (line) -> meanwhile;
			get("/search?q=2&utm=a");
			send(HttpMethod.PUT, "/search?q=1&utm=b");
			this.fields = (line) -> FRESH + " | " + TRACKING;
			get("/search?q=3&utm=a");
			this.received.clear();
			get("/search?q=1&utm=a");
			assertThat(this.received).as(meanwhile).containsExactly("GET /search?q=1&utm=a");
			send(HttpMethod.PUT, "/search?q=1");
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "REST_DIRECTORY", "WEB_BOTH" })
	void processThatKnowsNoSpecificationInvalidatesEquivalentUrls(Setup setup) {
		open(setup);
		get("/search?q=1&utm=a");
		Client first = this.client;
		open(setup);
		send(HttpMethod.DELETE, "/search?q=1&utm=b");
		this.received.clear();
		get("/search?q=1&utm=c");
		assertThat(this.received).hasSize(1);
		send(HttpMethod.DELETE, "/search?q=1&utm=b");
		this.received.clear();
		this.client = first;
		if (setup == Setup.REST_DIRECTORY) {
			get("/search?q=1&utm=a");
			assertThat(this.received).hasSize(1);
		}
	}

	@ParameterizedTest
	@EnumSource
	void responseRequestedBeforeInvalidationIsNotStored(Setup setup) {
		open(setup);
		// Also before anything is known of the path.
		for (int i = 0; i < 2; i++) {
			this.meanwhile = () -> {
				this.meanwhile = () -> {
				};
				send(HttpMethod.PUT, "/search?q=1&utm=b");
			};
			this.received.clear();
			get("/search?q=1&utm=a");
			get("/search?q=1&utm=b");
			assertThat(this.received).containsExactly("GET /search?q=1&utm=a", "PUT /search?q=1&utm=b",
					"GET /search?q=1&utm=b");
			send(HttpMethod.PUT, "/search?q=1");
		}
	}

	@ParameterizedTest
	@EnumSource
	void evictionAndListingIncludeEquivalentUrls(Setup setup) {
		open(setup);
		get("/search?q=1&utm=a");
		get("/search?q=2&utm=a");
		assertThat(this.cache.entries(uri("/search?utm=x&q=1"))).extracting(CacheEntry::url)
			.containsExactly(uri("/search?q=1").toString());
		assertThat(this.cache.recentEntries(10)).hasSize(2);
		assertThat(this.cache.evict(uri("/search?utm=x&q=1"))).isEqualTo(1);
		this.received.clear();
		get("/search?q=1&utm=a");
		get("/search?q=2&utm=a");
		assertThat(this.received).containsExactly("GET /search?q=1&utm=a");
		this.cache.remove(CacheRequest.get(uri("/search?utm=x&q=1"), HttpHeaders.EMPTY));
		assertThat(this.cache.entries(uri("/search?q=1"))).isEmpty();
		assertThat(this.cache.evictAll(uri("/search"))).isEqualTo(1);
		this.cache.clear();
		this.received.clear();
		get("/search?q=1&utm=a");
		get("/search?q=1&utm=b");
		assertThat(this.received).hasSize(1);
	}

	@ParameterizedTest
	@EnumSource
	void selectingFieldsAndIdentitiesCountAsWithout(Setup setup) {
		this.fields = (line) -> FRESH + " | " + TRACKING + (line.contains("/vary") ? " | Vary: Accept-Language" : "");
		open(setup);
		for (int i = 0; i < 2; i++) {
			for (String value : List.of("de", "en")) {
				HttpHeaders language = new HttpHeaders();
				language.set("Accept-Language", value);
				this.client.send(HttpMethod.GET, uri("/vary?q=1&utm=" + i), language);
				HttpHeaders credentials = new HttpHeaders();
				credentials.set("Authorization", value);
				this.client.send(HttpMethod.GET, uri("/plain?q=1&utm=" + i), credentials);
			}
		}
		assertThat(this.received).hasSize(4).allMatch((line) -> line.endsWith("utm=0"));
	}

	@ParameterizedTest
	@EnumSource
	void headIsAnsweredByEquivalentGet(Setup setup) {
		open(setup);
		get("/search?q=1&utm=a");
		send(HttpMethod.HEAD, "/search?q=1&utm=b");
		assertThat(this.received).containsExactly("GET /search?q=1&utm=a");
	}

	@ParameterizedTest
	@EnumSource(names = { "REST_DIRECTORY", "WEB_MEMORY" })
	void rangesAreTakenFromWholeResponses(Setup setup) {
		open(setup);
		String content = get("/search?q=1&utm=a");
		HttpHeaders range = new HttpHeaders();
		range.set("Range", "bytes=0-2");
		assertThat(this.client.send(HttpMethod.GET, uri("/search?q=1&utm=b"), range))
			.isEqualTo(content.substring(0, 3));
		assertThat(this.received).hasSize(1);
		this.fields = (line) -> "X-Status: 206 | Content-Range: bytes 0-2/100 | ETag: \"1\" | " + FRESH + " | "
				+ TRACKING;
		this.client.send(HttpMethod.GET, uri("/search?q=2&utm=a"), range);
		this.client.send(HttpMethod.GET, uri("/search?q=2&utm=b"), range);
		assertThat(this.received).hasSize(3);
	}

	@ParameterizedTest
	@EnumSource(names = { "REST_MEMORY", "WEB_MEMORY" })
	void staleResponseToEquivalentUrlReplacesError(Setup setup) {
		this.fields = (line) -> "Cache-Control: max-age=0, stale-if-error=60 | " + TRACKING;
		open(setup);
		String content = get("/search?q=1&utm=a");
		this.fields = (line) -> "X-Status: 503";
		assertThat(get("/search?q=1&utm=b")).isEqualTo(content);
	}

	@ParameterizedTest
	@EnumSource(names = { "REST_MEMORY", "WEB_MEMORY" })
	void concurrentEquivalentRequestsAreCoalesced(Setup setup) {
		open(setup);
		get("/search?q=0");
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch release = new CountDownLatch(1);
		this.meanwhile = () -> {
			begun.countDown();
			await(release);
		};
		CompletableFuture<String> first = new CompletableFuture<>();
		new Thread(() -> first.complete(get("/search?q=1&utm=a"))).start();
		await(begun);
		CompletableFuture<String> second = new CompletableFuture<>();
		Thread waiting = new Thread(() -> second.complete(get("/search?q=1&utm=b")));
		waiting.start();
		// It has looked up and waits for the first one, or else for the server.
		while (waiting.getState() != Thread.State.WAITING && waiting.getState() != Thread.State.TIMED_WAITING) {
			Thread.onSpinWait();
		}
		release.countDown();
		assertThat(second.join()).isEqualTo(first.join());
		assertThat(this.received).hasSize(2);
	}

	@Test
	void ignoredQueryParametersOfRuleAreIgnoredAsWell() {
		open(Setup.REST_MEMORY, List.of(CacheRule.of("/search").withIgnoredQueryParameters(List.of("trace"))));
		get("/search?q=1&utm=a&trace=1");
		get("/search?trace=2&q=1&utm=b");
		assertThat(this.received).hasSize(1);
		send(HttpMethod.PUT, "/search?trace=3&q=1&utm=c");
		get("/search?q=1");
		assertThat(this.received).hasSize(3);
	}

	@Test
	void cacheStatusShowsTheNormalisedUrl() {
		open(Setup.REST_MEMORY);
		List<String> status = new ArrayList<>();
		RestClient rest = RestClient.builder()
			.requestFactory(new CachingClientHttpRequestFactory(
					this.cache.withSettings(CacheSettings.defaults().withCacheStatus("test").withCacheStatusKey(true)),
					new JdkClientHttpRequestFactory()))
			.build();
		for (String query : List.of("utm=a&q=1", "q=1&utm=b")) {
			rest.get()
				.uri(uri("/search?" + query))
				.exchange((request, response) -> status
					.add(String.valueOf(response.getHeaders().getFirst("Cache-Status"))));
		}
		assertThat(status.get(1)).startsWith("test; hit; ").contains(uri("/search?q=1").toString());
	}

	@ParameterizedTest
	@ValueSource(strings = { "count", "length", "field" })
	void longFieldsAreIgnored(String kind) {
		String names = switch (kind) {
			case "count" -> IntStream.range(0, 129).mapToObj((i) -> "\"p" + i + "\"").collect(Collectors.joining(" "));
			case "length" -> "\"p0\" \"" + "x".repeat(257) + "\"";
			default -> IntStream.range(0, 10_000).mapToObj((i) -> "\"p" + i + "\"").collect(Collectors.joining(" "));
		};
		this.fields = (line) -> FRESH + " | No-Vary-Search: params=(" + names + ")";
		open(Setup.REST_MEMORY);
		get("/search?p0=1");
		get("/search?p0=2");
		assertThat(this.received).hasSize(2);
		get("/search?p0=2");
		assertThat(this.received).hasSize(2);
	}

	@Test
	void longestFieldCounts() {
		String names = IntStream.range(0, 127).mapToObj((i) -> "\"p" + i + "\"").collect(Collectors.joining(" "));
		this.fields = (line) -> FRESH + " | No-Vary-Search: params=(" + names + " \"" + "x".repeat(256) + "\")";
		open(Setup.REST_DIRECTORY);
		get("/search?p0=1");
		get("/search?p126=2&" + "x".repeat(256));
		assertThat(this.received).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(ints = { 64 * 1024 + 1, 1024 * 1024 })
	void longQueriesAreNotNormalised(int length) {
		List<String> sent = new ArrayList<>();
		open(Setup.REST_MEMORY);
		var exchange = this.cache.around((request) -> {
			sent.add(request.uri().toString());
			return new CacheResponse(request.uri(), 200, Fields.of(FRESH + " | " + TRACKING), new byte[0]);
		});
		String query = "&a=1".repeat(length / 4 + 1);
		for (String utm : List.of("1", "2", "2")) {
			exchange
				.exchange(CacheRequest.get(URI.create("http://example.com/s?utm=" + utm + query), HttpHeaders.EMPTY));
		}
		assertThat(sent).hasSize(2);
	}

	@Test
	void morePathsThanAreInMemoryAreFoundByTheirRecords() {
		List<String> sent = new ArrayList<>();
		open(Setup.REST_MEMORY);
		var exchange = this.cache.around((request) -> {
			sent.add(request.uri().toString());
			return new CacheResponse(request.uri(), 200, Fields.of(FRESH + " | " + TRACKING), new byte[0]);
		});
		for (String utm : List.of("1", "2")) {
			for (int i = 0; i < 1500; i++) {
				exchange.exchange(
						CacheRequest.get(URI.create("http://example.com/" + i + "?utm=" + utm), HttpHeaders.EMPTY));
			}
		}
		assertThat(sent).hasSize(1500);
	}

	@Test
	void recordIsReadOnceForEachPath() {
		this.fields = (line) -> FRESH;
		List<String> read = new ArrayList<>();
		MemoryResponseStore store = new MemoryResponseStore(DataSize.ofMegabytes(1));
		HttpCache counted = HttpCache.using((ResponseStore) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { ResponseStore.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("find")) {
						read.add(((CacheKey) arguments[0]).url());
					}
					return method.invoke(store, arguments);
				}));
		RestClient rest = RestClient.builder()
			.requestFactory(new CachingClientHttpRequestFactory(counted, new JdkClientHttpRequestFactory()))
			.build();
		for (int i = 0; i < 3; i++) {
			rest.get().uri(uri("/plain")).retrieve().body(String.class);
			rest.get().uri(uri("/search?q=" + i)).retrieve().body(String.class);
			rest.get().uri(uri("/search?q=" + i)).retrieve().body(String.class);
		}
		assertThat(read).filteredOn((url) -> url.endsWith("?")).containsExactly(uri("/search").toString() + "?");
	}

	private void open(Setup setup) {
		open(setup, List.of());
	}

	private void open(Setup setup, List<CacheRule> rules) {
		HttpCacheBuilder builder = HttpCache.builder();
		HttpCache store = switch (setup) {
			case REST_MEMORY, WEB_MEMORY -> builder.inMemory(DataSize.ofMegabytes(10)).build();
			case REST_DIRECTORY, WEB_DIRECTORY -> builder.directory(this.directory).build();
			case REST_BOTH, WEB_BOTH -> builder.directory(this.directory).memoryTier(DataSize.ofMegabytes(10)).build();
		};
		this.opened.add(store);
		this.cache = store.withRules(rules);
		this.client = setup.name().startsWith("REST") ? rest(this.cache) : web(this.cache);
	}

	private static Client rest(HttpCache cache) {
		RestClient rest = RestClient.builder()
			.requestFactory(new CachingClientHttpRequestFactory(cache, new JdkClientHttpRequestFactory()))
			.build();
		return (method, uri, headers) -> rest.method(method)
			.uri(uri)
			.headers((all) -> all.addAll(headers))
			.exchangeForRequiredValue(
					(request, response) -> new String(response.getBody().readAllBytes(), StandardCharsets.UTF_8));
	}

	private static Client web(HttpCache cache) {
		WebClient web = WebClient.builder()
			.clientConnector(new CachingClientHttpConnector(cache, new JdkClientHttpConnector()))
			.build();
		return (method, uri,
				headers) -> String.valueOf(web.method(method)
					.uri(uri)
					.headers((all) -> all.addAll(headers))
					.exchangeToMono((response) -> response.bodyToMono(String.class).switchIfEmpty(Mono.just("")))
					.block());
	}

	private void answer(HttpExchange exchange) throws IOException {
		String tag = exchange.getRequestHeaders().getFirst("If-None-Match");
		String line = exchange.getRequestMethod() + " " + exchange.getRequestURI()
				+ ((tag != null) ? " [" + tag + "]" : "");
		this.received.add(line);
		int number = this.received.size();
		HttpHeaders headers = Fields.of(this.fields.apply(line));
		this.meanwhile.run();
		headers.forEach((name, values) -> exchange.getResponseHeaders().put(name, values));
		String status = headers.getFirst("X-Status");
		int code = (status != null) ? Integer.parseInt(status) : 200;
		byte[] content = ("content " + number).getBytes(StandardCharsets.UTF_8);
		if (code == 206) {
			content = "con".getBytes(StandardCharsets.UTF_8);
		}
		boolean empty = code == 304 || exchange.getRequestMethod().equals("HEAD");
		exchange.sendResponseHeaders(code, empty ? -1 : content.length);
		if (!empty) {
			exchange.getResponseBody().write(content);
		}
		exchange.close();
	}

	private URI uri(String path) {
		return URI.create("http://localhost:" + this.server.getAddress().getPort() + path);
	}

	private String get(String path) {
		return send(HttpMethod.GET, path);
	}

	private String send(HttpMethod method, String path) {
		return this.client.send(method, uri(path), HttpHeaders.EMPTY);
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
