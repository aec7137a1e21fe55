package dev.hyperclient.docs;

import java.net.URI;
import java.time.Duration;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.redis.RedisResponseStore;
import dev.hyperclient.cache.redis.RedisStoreSettings;
import dev.hyperclient.cache.store.ResponseStore;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The snippets of the page about Redis, where no Redis answers.
 */
class RedisSnippetsTests {

	@Test
	void callsContinueWithoutRedis() throws Exception {
		String host = "localhost";
		int port = 1;
		// tag::redis-store[]
		ClientOptions commandsAreSentOnce = ClientOptions.builder()
			.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
			.build();
		LettuceConnectionFactory connections = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(host, port),
				LettuceClientConfiguration.builder().clientOptions(commandsAreSentOnce).build());
		connections.afterPropertiesSet();
		RedisStoreSettings settings = RedisStoreSettings.defaults()
			.withPrefix("my-application")
			.withMaxStoredTime(Duration.ofHours(6));
		ResponseStore redis = RedisResponseStore.create(connections, settings);
		HttpCache cache = HttpCache.builder().store(redis).memoryTier(DataSize.ofMegabytes(20)).build();
		// end::redis-store[]
		RequestSender exchange = cache
			.around((request) -> CacheResponse.of(request.uri(), 200, HttpHeaders.EMPTY, "text".getBytes()));
		CacheResponse response = exchange
			.exchange(CacheRequest.get(URI.create("http://cookbooks.dev/"), HttpHeaders.EMPTY));
		assertThat(response.body().bytes()).asString().isEqualTo("text");
		assertThat(cache.failure()).isPresent();
		redis.close();
		connections.destroy();
	}

}
