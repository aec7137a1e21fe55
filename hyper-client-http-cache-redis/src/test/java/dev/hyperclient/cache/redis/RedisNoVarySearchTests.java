package dev.hyperclient.cache.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheEntry;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.internal.store.TieredResponseStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code No-Vary-Search} with several machines that share Redis.
 */
class RedisNoVarySearchTests extends RedisSupport {

	private static final RedisStoreSettings SETTINGS = RedisStoreSettings.defaults()
		.withTimeout(Duration.ofSeconds(10));

	private static final String ORIGIN = "https://example.com";

	private final List<AutoCloseable> opened = new ArrayList<>();

	private final List<String> sent = new ArrayList<>();

	private Consumer<CacheRequest> meanwhile = (request) -> {
	};

	private String field = "params=(\"utm\")";

	private int length = 4;

	@AfterEach
	void stop() throws Exception {
		for (AutoCloseable store : this.opened) {
			store.close();
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 4, 100_000 })
	void responseIsFoundByOtherMachines(int length) {
		this.length = length;
		RequestSender one = machine().around(this::server);
		RequestSender two = machine().around(this::server);
		learn(one);
		get(one, "/search?q=1&utm=a");
		get(one, "/search?q=1&utm=b");
		get(two, "/search?q=1&utm=c");
		get(two, "/search?q=1");
		assertThat(this.sent).containsExactly("/search?q=1&utm=a");
		get(two, "/search?q=2&utm=c");
		get(one, "/search?q=2&utm=d");
		assertThat(this.sent).hasSize(2);
	}

	@Test
	void invalidationReachesEquivalentUrlsOfOtherMachines() {
		RequestSender one = machine().around(this::server);
		learn(one);
		get(one, "/search?q=1&utm=a");
		get(one, "/search?q=2&utm=a");
		// These have never seen the path.
		send(machine().around(this::server), HttpMethod.PUT, "/search?q=1&utm=b");
		assertThat(machine().evict(URI.create(ORIGIN + "/search?q=2&utm=b"))).isEqualTo(1);
		this.sent.clear();
		get(one, "/search?q=1&utm=a");
		get(one, "/search?q=2&utm=a");
		assertThat(this.sent).hasSize(2);
		// Nor is the record lost by the invalidation of the URL without a query.
		send(one, HttpMethod.POST, "/search");
		get(machine().around(this::server), "/search?q=1&utm=c");
		assertThat(this.sent).hasSize(3);
	}

	@Test
	void responseRequestedBeforeInvalidationByOtherMachineIsNotStored() {
		RequestSender one = machine().around(this::server);
		RequestSender two = machine().around(this::server);
		get(one, "/search?q=0");
		this.meanwhile = (request) -> {
			this.meanwhile = (other) -> {
			};
			send(two, HttpMethod.PUT, "/search?q=1&utm=b");
		};
		get(one, "/search?q=1&utm=a");
		get(one, "/search?q=1&utm=a");
		assertThat(this.sent).containsExactly("/search?q=0", "/search?q=1&utm=a", "PUT", "/search?q=1&utm=a");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/search?q=1&utm=a", "/search?q=1&utm=b" })
	void firstResponseOfPathRequestedBeforeInvalidationByOtherMachineIsNotStored(String invalidated) {
		RequestSender one = machine().around(this::server);
		RequestSender two = machine().around(this::server);
		this.meanwhile = (request) -> {
			this.meanwhile = (other) -> {
			};
			send(two, HttpMethod.PUT, invalidated);
		};
		get(one, "/search?q=1&utm=a");
		get(one, "/search?q=1&utm=a");
		assertThat(this.sent).containsExactly("/search?q=1&utm=a", "PUT", "/search?q=1&utm=a");
	}

	@Test
	void otherSpecificationReachesOtherMachines() {
		RequestSender one = machine().around(this::server);
		RequestSender two = machine().around(this::server);
		learn(one);
		get(one, "/search?q=1&utm=a");
		get(two, "/search?q=1&utm=b");
		this.field = "params=(\"other\")";
		learn(two);
		this.sent.add("/search?q=1&utm=a");
		get(two, "/search?q=2&other=a");
		get(two, "/search?q=2&other=b");
		get(one, "/search?q=2&other=c");
		assertThat(this.sent).containsExactly("/search?q=1&utm=a", "/search?q=2&other=a", "/search?q=2&other=c");
		get(one, "/search?q=2&other=d");
		get(machine().around(this::server), "/search?q=2&other=e");
		get(one, "/search?q=2&utm=a");
		assertThat(this.sent).hasSize(4);
	}

	@Test
	void memoryInFrontKnowsEquivalentUrls() {
		RedisResponseStore store = open();
		HttpCache cache = HttpCache.using(new TieredResponseStore(store, DataSize.ofMegabytes(1)));
		RequestSender exchange = cache.around(this::server);
		learn(exchange);
		get(exchange, "/search?q=1&utm=a");
		get(exchange, "/search?q=1&utm=b");
		get(exchange, "/search?q=1&utm=c");
		assertThat(this.sent).hasSize(1);
		send(exchange, HttpMethod.PUT, "/search?q=1&utm=d");
		get(exchange, "/search?q=1&utm=c");
		assertThat(this.sent).hasSize(3);
	}

	@Test
	void listingHasNormalisedUrls() {
		HttpCache cache = machine();
		learn(cache.around(this::server));
		get(cache.around(this::server), "/search?q=1&utm=a");
		assertThat(cache.entries(URI.create(ORIGIN + "/search?utm=b&q=1"))).extracting(CacheEntry::url)
			.containsExactly(ORIGIN + "/search?q=1");
		assertThat(cache.recentEntries(10)).hasSize(1);
	}

	/** The first response of a path is not stored, but makes its field known. */
	private void learn(RequestSender exchange) {
		get(exchange, "/search?q=0");
		this.sent.clear();
	}

	private HttpCache machine() {
		return HttpCache.using(open());
	}

	private RedisResponseStore open() {
		RedisResponseStore store = new RedisResponseStore(redis.connect(), SETTINGS);
		this.opened.add(store);
		Machines.eventually(() -> store.failure().isEmpty());
		return store;
	}

	private CacheResponse server(CacheRequest request) {
		boolean get = request.method() == HttpMethod.GET;
		this.sent.add(get ? request.uri().toString().substring(ORIGIN.length()) : request.method().name());
		this.meanwhile.accept(request);
		HttpHeaders headers = new HttpHeaders();
		headers.setCacheControl("max-age=3600");
		headers.set("No-Vary-Search", this.field);
		byte[] content = "x".repeat(this.length).getBytes(StandardCharsets.UTF_8);
		return new CacheResponse(request.uri(), 200, headers, ResponseContent.of(content));
	}

	private static void get(RequestSender exchange, String path) {
		send(exchange, HttpMethod.GET, path);
	}

	private static void send(RequestSender exchange, HttpMethod method, String path) {
		try (ResponseContent content = exchange
			.exchange(new CacheRequest(method, URI.create(ORIGIN + path), HttpHeaders.EMPTY, ""))
			.body()) {
			content.stream().readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
