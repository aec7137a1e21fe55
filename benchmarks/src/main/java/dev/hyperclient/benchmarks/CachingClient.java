package dev.hyperclient.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;

import com.github.mizosoft.methanol.Methanol;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.internal.transaction.CacheContext;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import okhttp3.Cache;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.cache.CacheConfig;
import org.apache.hc.client5.http.impl.cache.CachingHttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * A client with a cache: ours and others.
 */
interface CachingClient extends AutoCloseable {

	/**
	 * How much a cache may hold: more than is measured.
	 */
	long SIZE = 1L << 30;

	/**
	 * Get a URL.
	 * @return the length of the content
	 */
	int get(String url) throws Exception;

	@Override
	void close() throws IOException;

	/**
	 * Our cache around the JDK's client.
	 */
	static CachingClient ours(HttpCache cache) {
		HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
		RequestSender exchange = CacheContext.forRepresentations(cache).around((request) -> send(client, request));
		return of(
				(url) -> exchange.exchange(CacheRequest.get(URI.create(url), HttpHeaders.EMPTY)).body().bytes().length,
				cache::close);
	}

	/**
	 * Our cache in a {@code WebClient}.
	 */
	static CachingClient oursInWebClient(HttpCache cache) {
		WebClient client = WebClient.builder()
			.clientConnector(new CachingClientHttpConnector(cache, new ReactorClientHttpConnector()))
			.build();
		return of((url) -> {
			byte[] body = client.get().uri(URI.create(url)).retrieve().bodyToMono(byte[].class).block();
			return (body != null) ? body.length : 0;
		}, cache::close);
	}

	/**
	 * Our cache in a {@code RestClient}, around the JDK's client.
	 */
	static CachingClient oursInRestClient(HttpCache cache) {
		HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
		return restClient(new CachingClientHttpRequestFactory(cache, new JdkClientHttpRequestFactory(client)),
				cache::close);
	}

	/**
	 * Apache HttpClient under a {@code RestClient}.
	 * @param directory where responses are, or {@code null} for memory
	 */
	static CachingClient apacheInRestClient(@Nullable Path directory) {
		CloseableHttpClient client = apacheClient(directory);
		return restClient(new HttpComponentsClientHttpRequestFactory(client), client::close);
	}

	/**
	 * Methanol under a {@code RestClient}.
	 * @param directory where responses are, or {@code null} for memory
	 */
	static CachingClient methanolInRestClient(@Nullable Path directory) {
		com.github.mizosoft.methanol.HttpCache cache = methanolCache(directory);
		return restClient(new JdkClientHttpRequestFactory(methanolClient(cache)), cache::close);
	}

	/**
	 * OkHttp, which keeps responses on disk.
	 */
	static CachingClient okHttp(Path directory) throws IOException {
		Cache cache = new Cache(directory.toFile(), SIZE);
		OkHttpClient client = new OkHttpClient.Builder().cache(cache)
			.connectionPool(new ConnectionPool(32, 1, java.util.concurrent.TimeUnit.MINUTES))
			.build();
		return of((url) -> {
			try (Response response = client.newCall(new Request.Builder().url(url).build()).execute()) {
				return response.body().bytes().length;
			}
		}, cache::close);
	}

	/**
	 * Apache HttpClient.
	 * @param directory where responses are, or {@code null} for memory
	 */
	static CachingClient apache(@Nullable Path directory) {
		CloseableHttpClient client = apacheClient(directory);
		return of((url) -> client.execute(new HttpGet(url),
				(response) -> EntityUtils.toByteArray(response.getEntity()).length), client::close);
	}

	private static CloseableHttpClient apacheClient(@Nullable Path directory) {
		CachingHttpClientBuilder builder = CachingHttpClientBuilder.create()
			.setCacheConfig(CacheConfig.custom().setMaxCacheEntries(1_000_000).setMaxObjectSize(1 << 20).build());
		if (directory != null) {
			builder.setCacheDir(directory.toFile());
		}
		builder.setConnectionManager(
				PoolingHttpClientConnectionManagerBuilder.create().setMaxConnPerRoute(32).setMaxConnTotal(32).build());
		return builder.build();
	}

	/**
	 * Methanol, around the JDK's client.
	 * @param directory where responses are, or {@code null} for memory
	 */
	static CachingClient methanol(@Nullable Path directory) {
		com.github.mizosoft.methanol.HttpCache cache = methanolCache(directory);
		Methanol client = methanolClient(cache);
		return of((url) -> client
			.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofByteArray())
			.body().length, cache::close);
	}

	private static com.github.mizosoft.methanol.HttpCache methanolCache(@Nullable Path directory) {
		var builder = com.github.mizosoft.methanol.HttpCache.newBuilder();
		return ((directory != null) ? builder.cacheOnDisk(directory, SIZE) : builder.cacheOnMemory(SIZE)).build();
	}

	private static Methanol methanolClient(com.github.mizosoft.methanol.HttpCache cache) {
		return Methanol.newBuilder().version(HttpClient.Version.HTTP_1_1).cache(cache).build();
	}

	private static CachingClient restClient(ClientHttpRequestFactory factory, Closing closing) {
		RestClient client = RestClient.builder().requestFactory(factory).build();
		return of((url) -> {
			byte[] body = client.get().uri(URI.create(url)).retrieve().body(byte[].class);
			return (body != null) ? body.length : 0;
		}, closing);
	}

	/**
	 * Get a URL.
	 */
	@FunctionalInterface
	interface Get {

		int get(String url) throws Exception;

	}

	/**
	 * Closes something.
	 */
	@FunctionalInterface
	interface Closing {

		void close() throws IOException;

	}

	private static CachingClient of(Get get, Closing closing) {
		return new CachingClient() {

			@Override
			public int get(String url) throws Exception {
				return get.get(url);
			}

			@Override
			public void close() throws IOException {
				closing.close();
			}

		};
	}

	private static CacheResponse send(HttpClient client, CacheRequest request) {
		HttpRequest.Builder sent = HttpRequest.newBuilder(request.uri());
		request.headers().forEach((name, values) -> values.forEach((value) -> sent.header(name, value)));
		try {
			HttpResponse<byte[]> response = client.send(sent.build(), HttpResponse.BodyHandlers.ofByteArray());
			HttpHeaders headers = new HttpHeaders();
			response.headers().map().forEach(headers::addAll);
			return CacheResponse.of(request.uri(), response.statusCode(), headers, response.body());
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
