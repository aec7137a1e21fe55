package dev.hyperclient.cache;

import java.net.URI;
import java.util.function.Function;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.AbstractClientHttpResponse;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * How the requests of a {@code WebClient} get to the cache.
 */
enum EntryPoint {

	/** {@link CacheExchangeFilterFunction}. */
	FILTER {

		@Override
		WebClient.Builder client(HttpCache cache, ClientHttpConnector connector, DataSize maxBodySize) {
			return WebClient.builder()
				.clientConnector(connector)
				.filter(new CacheExchangeFilterFunction(cache).withMaxBodySize(maxBodySize));
		}

		@Override
		WebClient.Builder client(HttpCache cache, String identity) {
			return WebClient.builder()
				.filter(new CacheExchangeFilterFunction(cache).withIdentity((request) -> identity));
		}

	},

	/** {@link CachingClientHttpConnector}. */
	CONNECTOR {

		@Override
		WebClient.Builder client(HttpCache cache, ClientHttpConnector connector, DataSize maxBodySize) {
			return WebClient.builder()
				.clientConnector(new CachingClientHttpConnector(cache, connector).withMaxBodySize(maxBodySize));
		}

		@Override
		WebClient.Builder client(HttpCache cache, String identity) {
			return WebClient.builder()
				.clientConnector(new CachingClientHttpConnector(cache, new ReactorClientHttpConnector())
					.withIdentity((request) -> identity));
		}

	};

	WebClient.Builder client(HttpCache cache) {
		return client(cache, new ReactorClientHttpConnector());
	}

	WebClient.Builder client(HttpCache cache, ClientHttpConnector connector) {
		return client(cache, connector, DataSize.ofMegabytes(10));
	}

	abstract WebClient.Builder client(HttpCache cache, ClientHttpConnector connector, DataSize maxBodySize);

	abstract WebClient.Builder client(HttpCache cache, String identity);

	/**
	 * Return a connector without a network.
	 * @param script answers each request
	 */
	static ClientHttpConnector scripted(Function<ClientHttpRequest, Mono<ClientResponse>> script) {
		return new ClientHttpConnector() {

			@Override
			public Mono<ClientHttpResponse> connect(HttpMethod method, URI uri,
					Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
				CapturedRequest request = new CapturedRequest(method, uri);
				return requestCallback.apply(request)
					.then(Mono.defer(() -> script.apply(request)))
					.map((response) -> new ScriptedResponse(response, response.bodyToFlux(DataBuffer.class)));
			}

		};
	}

	private static final class ScriptedResponse extends AbstractClientHttpResponse {

		ScriptedResponse(ClientResponse response, Flux<DataBuffer> body) {
			super(response.statusCode(), response.headers().asHttpHeaders(), response.cookies(), body);
		}

	}

}
