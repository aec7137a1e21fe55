package dev.hyperclient.cache;

import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;

import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * An application that uses the cache with the HTTP client of the JDK. Its class path has
 * neither WebFlux nor Reactor nor Micrometer's meters.
 */
public final class BlockingCacheApplication {

	private static final HttpClient client = HttpClient.newHttpClient();

	private BlockingCacheApplication() {
	}

	/**
	 * Request a URL several times with a {@code RestClient} and a cache in a directory.
	 * @param directory the directory
	 * @param url the URL
	 * @param times how often
	 * @return outcome and content of each request
	 */
	public static List<String> run(String directory, String url, int times) {
		List<String> results = new ArrayList<>();
		CacheListener listener = (request, result) -> results.add(result.outcome().name());
		try (HttpCache cache = HttpCache.builder().directory(Path.of(directory)).addListener(listener).build()) {
			RestClient restClient = RestClient.builder()
				.requestFactory(new CachingClientHttpRequestFactory(cache, new JdkClientHttpRequestFactory(client)))
				.build();
			for (int i = 0; i < times; i++) {
				results.add(restClient.get().uri(url).retrieve().body(String.class));
			}
		}
		return results;
	}

}
