package dev.hyperclient.benchmarks;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import reactor.core.publisher.Mono;
import reactor.netty.resources.ConnectionProvider;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.BodyExtractors;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * A client of Spring with a cache, for {@link CacheProxy}. Follows no redirect, repeats
 * no request, decompresses nothing, keeps no cookies and uses no connection twice.
 */
interface ProxiedClient {

	/**
	 * Send a request.
	 * @param body the body, empty for none
	 */
	Response exchange(HttpMethod method, URI url, HttpHeaders headers, byte[] body);

	/**
	 * A response with its whole content.
	 */
	record Response(int status, HttpHeaders headers, byte[] body) {
	}

	/**
	 * The clients.
	 */
	enum Kind {

		/** {@code WebClient} over Reactor Netty. */
		WEBCLIENT("webclient") {

			@Override
			ProxiedClient create(HttpCache cache) {
				return of(WebClient.builder().clientConnector(new CachingClientHttpConnector(cache, reactor())));
			}

		},

		/** {@code RestClient} over the HTTP client of the JDK. */
		JDK("restclient-jdk") {

			@Override
			ProxiedClient create(HttpCache cache) {
				return of(cache,
						new JdkClientHttpRequestFactory(java.net.http.HttpClient.newBuilder()
							.version(java.net.http.HttpClient.Version.HTTP_1_1)
							.followRedirects(java.net.http.HttpClient.Redirect.NEVER)
							.build()));
			}

		},

		/** {@code RestClient} over the HTTP client of Apache. */
		APACHE("restclient-apache") {

			@Override
			ProxiedClient create(HttpCache cache) {
				return of(cache,
						new AnyMethodRequestFactory(HttpClients.custom()
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
							.build()));
			}

		};

		private static final ExecutorService background = Executors.newCachedThreadPool((task) -> {
			Thread thread = new Thread(task);
			thread.setDaemon(true);
			return thread;
		});

		private final String label;

		Kind(String label) {
			this.label = label;
		}

		String label() {
			return this.label;
		}

		abstract ProxiedClient create(HttpCache cache);

		private static ReactorClientHttpConnector reactor() {
			return new ReactorClientHttpConnector(
					reactor.netty.http.client.HttpClient.create(ConnectionProvider.newConnection())
						.followRedirect(false)
						.compress(false)
						.disableRetry(true));
		}

		private static ProxiedClient of(WebClient.Builder builder) {
			WebClient client = builder.build();
			return (method, url, fields, body) -> {
				WebClient.RequestBodySpec request = client.method(method)
					.uri(url)
					.headers((headers) -> headers.addAll(fields));
				return ((body.length > 0) ? request.bodyValue(body) : request)
					.exchangeToMono((response) -> DataBufferUtils.join(response.body(BodyExtractors.toDataBuffers()))
						.map(Kind::bytes)
						.switchIfEmpty(Mono.fromSupplier(() -> new byte[0]))
						.map((content) -> new Response(response.statusCode().value(),
								response.headers().asHttpHeaders(), content)))
					.blockOptional(Duration.ofSeconds(30))
					.orElseThrow();
			};
		}

		private static ProxiedClient of(HttpCache cache, ClientHttpRequestFactory transport) {
			RestClient client = RestClient.builder()
				.requestFactory(
						new CachingClientHttpRequestFactory(cache, transport).withRevalidationExecutor(background))
				.build();
			return (method, url, fields, body) -> {
				RestClient.RequestBodySpec request = client.method(method)
					.uri(url)
					.headers((headers) -> headers.addAll(fields));
				return ((body.length > 0) ? request.body(body) : request)
					.exchangeForRequiredValue((sent, response) -> new Response(response.getStatusCode().value(),
							HttpHeaders.copyOf(response.getHeaders()), response.getBody().readAllBytes()));
			};
		}

		private static byte[] bytes(DataBuffer buffer) {
			byte[] content = new byte[buffer.readableByteCount()];
			buffer.read(content);
			DataBufferUtils.release(buffer);
			return content;
		}

	}

	/**
	 * Spring's factory refuses methods that it does not know, as {@code M-SEARCH}.
	 */
	final class AnyMethodRequestFactory extends HttpComponentsClientHttpRequestFactory {

		AnyMethodRequestFactory(HttpClient client) {
			super(client);
		}

		@Override
		protected ClassicHttpRequest createHttpUriRequest(HttpMethod method, URI uri) {
			return new HttpUriRequestBase(method.name(), uri);
		}

	}

}
