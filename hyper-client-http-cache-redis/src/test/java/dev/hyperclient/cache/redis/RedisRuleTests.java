package dev.hyperclient.cache.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.HttpCacheBuilder;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.cache.api.ResponseContent;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rules of several machines that share Redis.
 */
class RedisRuleTests extends RedisSupport {

	private static final String URL = "https://example.com/a";

	private int sent;

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void responseStoredByRuleIsServedAndInvalidatedOnAllMachines(boolean tiered) {
		HttpCache one = cache(tiered);
		HttpCache two = cache(tiered);
		send(one, HttpMethod.GET, URL + "?q=1&ref=1");
		send(one, HttpMethod.GET, URL + "?q=1&ref=2");
		send(two, HttpMethod.GET, URL + "?ref=3&q=1");
		assertThat(this.sent).isOne();
		send(two, HttpMethod.PUT, URL + "?ref=4&q=1");
		this.sent = 0;
		send(two, HttpMethod.GET, URL + "?q=1");
		assertThat(this.sent).isOne();
		assertThat(two.evict(URI.create(URL + "?q=1&ref=5"))).isOne();
		send(two, HttpMethod.GET, URL + "?q=1");
		assertThat(this.sent).isEqualTo(2);
	}

	private HttpCache cache(boolean tiered) {
		HttpCacheBuilder builder = HttpCache.builder()
			.store(open())
			.rules(List.of(CacheRule.of("https://example.com/**")
				.withMaxAge(Duration.ofMinutes(10))
				.withOverride(true)
				.withIgnoredQueryParameters(List.of("ref"))));
		return (tiered ? builder.memoryTier(DataSize.ofMegabytes(1)) : builder).build();
	}

	private void send(HttpCache cache, HttpMethod method, String url) {
		try {
			cache.around((request) -> {
				this.sent++;
				HttpHeaders headers = new HttpHeaders();
				headers.setDate("Date", System.currentTimeMillis());
				headers.setCacheControl("no-store");
				return new CacheResponse(request.uri(), 200, headers,
						ResponseContent.of("text".getBytes(StandardCharsets.UTF_8)));
			}).exchange(new CacheRequest(method, URI.create(url), HttpHeaders.EMPTY, "")).body().bytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
