package dev.hyperclient.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import com.github.mizosoft.methanol.HttpCache;
import com.github.mizosoft.methanol.Methanol;
import okhttp3.Cache;
import okhttp3.ConnectionPool;
import okhttp3.Headers;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.internal.http.HttpMethod;
import org.apache.hc.client5.http.cache.HttpCacheContext;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.cache.CacheConfig;
import org.apache.hc.client5.http.impl.cache.CachingHttpClients;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;

import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;

/**
 * A client with another cache, for {@link CacheProxy}. As our clients, it follows no
 * redirect, repeats no request, decompresses nothing and uses no connection twice.
 */
enum OtherCache {

	/** Apache's client, with a private cache that uses all that it can. */
	APACHE("apache-cache") {

		@Override
		ProxiedClient create(Path directory) {
			CloseableHttpClient client = CachingHttpClients.custom()
				.setCacheConfig(CacheConfig.custom()
					.setSharedCache(false)
					.setMaxCacheEntries(10_000)
					.setHeuristicCachingEnabled(true)
					.setStaleIfErrorEnabled(true)
					.build())
				.setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
					.setMaxConnTotal(500)
					.setMaxConnPerRoute(500)
					.build())
				.setConnectionReuseStrategy((request, response, context) -> false)
				.setDefaultRequestConfig(RequestConfig.custom().setProtocolUpgradeEnabled(false).build())
				.disableRedirectHandling()
				.disableAutomaticRetries()
				.disableContentCompression()
				.disableCookieManagement()
				.disableAuthCaching()
				.disableDefaultUserAgent()
				.build();
			return (method, url, fields, body) -> {
				ClassicRequestBuilder request = ClassicRequestBuilder.create(method.name()).setUri(url);
				fields.forEach((name, values) -> values.forEach((value) -> request.addHeader(name, value)));
				if (body.length > 0) {
					request.setEntity(new ByteArrayEntity(body, null));
				}
				try {
					return client.execute(request.build(), HttpCacheContext.create(), (response) -> {
						HttpHeaders received = new HttpHeaders();
						for (var field : response.getHeaders()) {
							received.add(field.getName(), (field.getValue() != null) ? field.getValue() : "");
						}
						byte[] content = (response.getEntity() != null) ? EntityUtils.toByteArray(response.getEntity())
								: null;
						return new ProxiedClient.Response(response.getCode(), received,
								(content != null) ? content : new byte[0]);
					});
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
			};
		}

	},

	/** Methanol, on disk. */
	METHANOL("methanol") {

		@Override
		ProxiedClient create(Path directory) {
			Methanol client = Methanol.newBuilder()
				.cache(HttpCache.newBuilder().cacheOnDisk(directory, SIZE).build())
				.autoAcceptEncoding(false)
				.version(HttpClient.Version.HTTP_1_1)
				.followRedirects(HttpClient.Redirect.NEVER)
				.build();
			return (method, url, fields, body) -> {
				HttpRequest.Builder request = HttpRequest.newBuilder(url)
					.method(method.name(), (body.length > 0) ? HttpRequest.BodyPublishers.ofByteArray(body)
							: HttpRequest.BodyPublishers.noBody());
				fields.forEach((name, values) -> values.forEach((value) -> request.header(name, value)));
				try {
					HttpResponse<byte[]> response = client.send(request.build(),
							HttpResponse.BodyHandlers.ofByteArray());
					HttpHeaders received = new HttpHeaders();
					response.headers().map().forEach(received::addAll);
					return new ProxiedClient.Response(response.statusCode(), received, response.body());
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
					throw new IllegalStateException(ex);
				}
			};
		}

	},

	/** OkHttp, whose cache is private and on disk. */
	OK_HTTP("okhttp") {

		@Override
		ProxiedClient create(Path directory) {
			OkHttpClient client = new OkHttpClient.Builder().cache(new Cache(directory.toFile(), SIZE))
				.protocols(List.of(Protocol.HTTP_1_1))
				.followRedirects(false)
				.followSslRedirects(false)
				.retryOnConnectionFailure(false)
				.connectionPool(new ConnectionPool(0, 1, TimeUnit.MILLISECONDS))
				.build();
			return (method, url, fields, body) -> {
				Headers.Builder lines = new Headers.Builder();
				fields.forEach((name, values) -> values.forEach((value) -> lines.addUnsafeNonAscii(name, value)));
				boolean hasBody = body.length > 0 || HttpMethod.requiresRequestBody(method.name());
				Request request = new Request.Builder().url(url.toString())
					.headers(lines.build())
					.method(method.name(), hasBody ? RequestBody.create(body, null) : null)
					.build();
				try (okhttp3.Response response = client.newCall(request).execute()) {
					HttpHeaders received = new HttpHeaders();
					response.headers().forEach((field) -> received.add(field.getFirst(), field.getSecond()));
					return new ProxiedClient.Response(response.code(), received, response.body().bytes());
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
			};
		}

	};

	private static final long SIZE = DataSize.ofMegabytes(64).toBytes();

	private final String label;

	OtherCache(String label) {
		this.label = label;
	}

	String label() {
		return this.label;
	}

	/**
	 * Create a client with an empty cache.
	 * @param directory an empty directory, for a cache on disk
	 */
	abstract ProxiedClient create(Path directory);

}
