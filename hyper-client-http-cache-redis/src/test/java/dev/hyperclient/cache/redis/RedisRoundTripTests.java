package dev.hyperclient.cache.redis;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.api.ResponseContent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many scripts a request waits for.
 */
class RedisRoundTripTests extends RedisSupport {

	private static final String ANONYMOUS = "";

	private static final String USER = "ann";

	private static final String ORIGIN = "https://example.com";

	private RequestSender exchange;

	private HttpCache cache;

	private Instant now;

	private int requests;

	@BeforeEach
	void start() {
		this.cache = HttpCache.using(open());
		at(Instant.now());
		// Redis compiles the scripts, and the origin has a latest invalidation of a
		// group, which no call waits for.
		count(HttpMethod.GET, "/groups", ANONYMOUS);
		count(HttpMethod.GET, "/groups", ANONYMOUS);
		count(HttpMethod.PUT, "/groups", ANONYMOUS);
		Machines.eventually(() -> !redis.commands().keys("*:o").isEmpty());
		redis.commands().keys("*:[ueg]*").forEach(redis.commands()::del);
		this.requests = 0;
	}

	private void at(Instant time) {
		this.now = time;
		this.exchange = this.cache.withClock(Clock.fixed(time, ZoneOffset.UTC)).around(this::server);
	}

	@Test
	void anonymousMissLooksUpOnceAndStoresOnce() {
		assertThat(get("/recipes", ANONYMOUS)).isEqualTo(2);
		assertThat(get("/recipes", ANONYMOUS)).isOne();
		assertThat(this.requests).isOne();
	}

	@Test
	void missOfUserReadsAndStoresIndexToo() {
		assertThat(get("/recipes", USER)).isEqualTo(4);
		assertThat(get("/recipes", USER)).isEqualTo(2);
		assertThat(this.requests).isOne();
	}

	@Test
	void missOfFurtherUserReadsIndexOnceMore() {
		get("/recipes", USER);
		assertThat(get("/recipes", "bob")).isEqualTo(5);
		assertThat(get("/recipes", USER)).isEqualTo(2);
		assertThat(get("/recipes", "bob")).isEqualTo(2);
		assertThat(this.requests).isEqualTo(2);
	}

	@Test
	void groupsAreReadWithResponse() {
		assertThat(get("/groups/1", ANONYMOUS)).isEqualTo(3);
		assertThat(get("/groups/1", ANONYMOUS)).isOne();
		assertThat(get("/groups/2", USER)).isEqualTo(5);
		assertThat(get("/groups/2", USER)).isEqualTo(2);
		assertThat(this.requests).isEqualTo(2);
	}

	@Test
	void groupsOfResponseThatEarlierVersionHasStoredAreReadAfterIt() {
		get("/groups/1", ANONYMOUS);
		redis.commands().hdel(url(), groupsField());
		assertThat(get("/groups/1", ANONYMOUS)).isEqualTo(2);
		assertThat(this.requests).isOne();
	}

	@Test
	void groupsOfResponseThatEarlierVersionHasReplacedAreThoseOfItsSuccessor() {
		get("/groups/1", ANONYMOUS);
		String other = redis.commands().keys("*:g:*").get(0).replaceAll(".$", "x");
		redis.commands().set(other, "n" + "0".repeat(32));
		redis.commands().hset(url(), groupsField(), other);
		assertThat(get("/groups/1", ANONYMOUS)).isEqualTo(2);
		assertThat(this.requests).isOne();
		count(HttpMethod.PUT, "/groups", ANONYMOUS);
		get("/groups/1", ANONYMOUS);
		assertThat(this.requests).isEqualTo(3);
	}

	@Test
	void validationReadsOnceAndStoresOnce() {
		get("/validated", ANONYMOUS);
		get("/validated", USER);
		get("/validated/own", USER);
		at(this.now.plusSeconds(100));
		assertThat(get("/validated/own", USER)).isEqualTo(3);
		assertThat(this.requests).isEqualTo(4);
	}

	@Test
	void responseThatReplacesStoredOneTakesNoMore() {
		get("/recipes", ANONYMOUS);
		get("/recipes/own", USER);
		at(this.now.plusSeconds(100));
		assertThat(get("/recipes", ANONYMOUS)).isEqualTo(2);
		assertThat(get("/recipes/own", USER)).isEqualTo(3);
	}

	@Test
	void unsafeRequestsInvalidateOnce() {
		get("/recipes", ANONYMOUS);
		assertThat(count(HttpMethod.PUT, "/recipes", ANONYMOUS)).isOne();
		// A POST is looked up as well.
		assertThat(count(HttpMethod.POST, "/recipes", ANONYMOUS)).isEqualTo(2);
		assertThat(count(HttpMethod.POST, "/posted", ANONYMOUS)).isEqualTo(3);
		assertThat(get("/posted", ANONYMOUS)).isOne();
	}

	@Test
	void queryReadsIndexAgainAfterItIsStored() {
		assertThat(query("one")).isEqualTo(5);
		assertThat(query("two")).isEqualTo(4);
		assertThat(query("one")).isEqualTo(2);
		assertThat(this.requests).isEqualTo(2);
	}

	private static String url() {
		return redis.commands().keys("*:u").get(0);
	}

	/** The field of the keys of groups, which earlier versions do not know. */
	private static String groupsField() {
		return redis.commands()
			.hkeys(url())
			.stream()
			.filter((field) -> field.startsWith("k"))
			.findFirst()
			.orElseThrow();
	}

	private long get(String path, String identity) {
		return count(HttpMethod.GET, path, identity);
	}

	private long query(String digest) {
		return count(CacheRequest
			.of(HttpMethod.valueOf("QUERY"), URI.create(ORIGIN + "/search"), new HttpHeaders(), ANONYMOUS)
			.withContentDigest(digest));
	}

	private long count(HttpMethod method, String path, String identity) {
		return count(CacheRequest.of(method, URI.create(ORIGIN + path), new HttpHeaders(), identity));
	}

	private long count(CacheRequest request) {
		long before = redis.scripts();
		Machines.text(this.exchange.exchange(request));
		return redis.scripts() - before;
	}

	private CacheResponse server(CacheRequest request) {
		this.requests++;
		String path = request.uri().toString().substring(ORIGIN.length());
		HttpHeaders headers = new HttpHeaders();
		headers.setDate("Date", this.now.toEpochMilli());
		headers.setCacheControl("max-age=60");
		if (path.startsWith("/validated")) {
			headers.setETag("\"a\"");
		}
		if (path.startsWith("/groups")) {
			headers.set((request.method() == HttpMethod.GET) ? "Cache-Groups" : "Cache-Group-Invalidation",
					"\"recipes\"");
		}
		if (path.equals("/posted")) {
			headers.set("Content-Location", "/posted");
		}
		if (path.startsWith("/validated") && request.headers().containsHeader("If-None-Match")) {
			return CacheResponse.of(request.uri(), 304, headers, ResponseContent.of(new byte[0]));
		}
		return CacheResponse.of(request.uri(), 200, headers,
				ResponseContent.of("text".getBytes(StandardCharsets.UTF_8)));
	}

}
