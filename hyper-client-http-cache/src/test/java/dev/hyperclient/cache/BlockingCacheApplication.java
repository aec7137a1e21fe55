package dev.hyperclient.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;

import org.springframework.http.HttpHeaders;
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
	 * Request a URL several times through a cache in a directory.
	 * @param directory the directory
	 * @param url the URL
	 * @param times how often
	 * @return outcome and content of each request
	 * @throws IOException if the content cannot be read
	 */
	public static List<String> run(String directory, String url, int times) throws IOException {
		List<String> results = new ArrayList<>();
		CacheListener listener = (request, result) -> results.add(result.outcome().name());
		try (HttpCache cache = HttpCache.builder().directory(Path.of(directory)).addListener(listener).build()) {
			RequestSender exchange = cache.around(BlockingCacheApplication::send);
			for (int i = 0; i < times; i++) {
				CacheResponse response = exchange.exchange(CacheRequest.get(URI.create(url), HttpHeaders.EMPTY));
				results.add(new String(response.body().bytes(), StandardCharsets.UTF_8));
			}
		}
		return results;
	}

	/**
	 * Request a URL several times with a {@code RestClient} and a cache in a directory.
	 * @param directory the directory
	 * @param url the URL
	 * @param times how often
	 * @return outcome and content of each request
	 */
	public static List<String> runRestClient(String directory, String url, int times) {
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

	private static CacheResponse send(CacheRequest request) {
		HttpRequest.Builder builder = HttpRequest.newBuilder(request.uri()).method(request.method().name(), noBody());
		request.headers().forEach((name, values) -> values.forEach((value) -> builder.header(name, value)));
		try {
			HttpResponse<java.io.InputStream> response = client.send(builder.build(), BodyHandlers.ofInputStream());
			HttpHeaders headers = new HttpHeaders();
			response.headers().map().forEach(headers::addAll);
			return new CacheResponse(request.uri(), response.statusCode(), headers,
					ResponseContent.of(response.body(), ResponseContent.contentLength(headers)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	private static HttpRequest.BodyPublisher noBody() {
		return HttpRequest.BodyPublishers.noBody();
	}

}
