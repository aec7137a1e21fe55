package dev.hyperclient.cache.redis;

import java.net.URI;
import java.nio.charset.StandardCharsets;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.redis.FaultyRedis.Fault;
import dev.hyperclient.cache.store.CacheKey;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whether the {@code Cache-Status} field says that a response is stored.
 */
class RedisCacheStatusTests extends RedisSupport.WithFaults {

	private static final URI URL = URI.create("https://example.com/recipes");

	private static final CacheKey OTHER = new CacheKey("https://example.com/other", "any");

	private SharedRedisStore store;

	private RequestSender exchange;

	private Runnable meanwhile = () -> {
	};

	private String content = "short";

	@BeforeEach
	void start() {
		this.store = open(this.faulty.connect(), PATIENT.withMaxBodySize(DataSize.ofBytes(10)));
		this.exchange = HttpCache.using(this.store)
			.withSettings(CacheSettings.defaults().withCacheStatus("test"))
			.around(this::server);
	}

	@Test
	void responseThatIsExpectedToBeStoredIsStored() {
		assertThat(status()).contains("fwd=", "; stored");
		assertThat(status()).contains("hit");
	}

	@Test
	void lookupWithoutReplyIsNotStored() {
		this.faulty.set(Fault.closed());
		this.meanwhile = () -> {
			this.faulty.set(Fault.NONE);
			Machines.eventually(() -> this.store.failure().isEmpty());
		};
		assertThat(status()).contains("fwd=miss;").doesNotContain("stored");
	}

	@Test
	void outageDuringRequestIsNotStored() {
		this.meanwhile = () -> {
			this.faulty.set(Fault.closed());
			this.store.find(OTHER);
		};
		assertThat(status()).contains("fwd=").doesNotContain("stored");
	}

	@Test
	void contentThatIsTooLongIsNotStored() {
		this.content = "more than ten bytes";
		assertThat(status()).contains("fwd=").doesNotContain("stored");
	}

	@Test
	void responseAfterRefusalIsNotStoredUntilRedisStoresAgain() {
		this.meanwhile = () -> redis.commands().configSet("maxmemory", "1");
		status();
		assertThat(status()).contains("fwd=").doesNotContain("stored");
		this.meanwhile = () -> redis.commands().configSet("maxmemory", "0");
		status();
		Machines.eventually(() -> status().contains("hit"));
		assertThat(this.store.failure()).isEmpty();
	}

	private String status() {
		return String.valueOf(
				this.exchange.exchange(CacheRequest.get(URL, HttpHeaders.EMPTY)).headers().getFirst("Cache-Status"));
	}

	private CacheResponse server(CacheRequest request) {
		this.meanwhile.run();
		HttpHeaders headers = Machines.headers("max-age=600");
		headers.setContentLength(this.content.length());
		return CacheResponse.of(request.uri(), 200, headers, this.content.getBytes(StandardCharsets.US_ASCII));
	}

}
