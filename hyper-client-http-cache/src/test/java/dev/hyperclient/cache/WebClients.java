package dev.hyperclient.cache;

import java.net.URI;
import java.time.Duration;
import java.util.function.Function;

import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.reactive.AbstractClientHttpResponse;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.mock.http.client.reactive.MockClientHttpRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * {@code WebClient} with a {@link CachingClientHttpConnector}.
 */
record WebClients() implements TestClients {

	static WebClient.Builder builder(HttpCache cache) {
		return builder(cache, new ReactorClientHttpConnector());
	}

	static WebClient.Builder builder(HttpCache cache, ClientHttpConnector connector) {
		return WebClient.builder().clientConnector(new CachingClientHttpConnector(cache, connector));
	}

	static WebClient.Builder builder(HttpCache cache, String identity) {
		return WebClient.builder()
			.clientConnector(new CachingClientHttpConnector(cache, new ReactorClientHttpConnector())
				.withIdentity((request) -> identity));
	}

	/**
	 * Return a connector without a network.
	 * @param script answers each request
	 */
	static ClientHttpConnector connector(Function<ClientHttpRequest, Mono<ClientResponse>> script) {
		return (method, uri, requestCallback) -> {
			MockClientHttpRequest request = new MockClientHttpRequest(method, uri);
			return requestCallback.apply(request)
				.then(Mono.defer(() -> script.apply(request)))
				.map((response) -> new ConnectorResponse(response, response.bodyToFlux(DataBuffer.class)));
		};
	}

	@Override
	public TestClient create(HttpCache cache) {
		return client(builder(cache));
	}

	@Override
	public TestClient withIdentity(HttpCache cache, String identity) {
		return client(builder(cache, identity));
	}

	@Override
	public TestClient scripted(HttpCache cache, Script script) {
		return client(builder(cache, connector(
				(request) -> Mono.fromFuture(script.answer(request.getHeaders())).map(WebClients::response))));
	}

	private static ClientResponse response(ScriptedResponse scripted) {
		return ClientResponse.create(HttpStatusCode.valueOf(scripted.status()))
			.headers((headers) -> headers.addAll(scripted.headers()))
			.body(scripted.body())
			.build();
	}

	static TestClient client(ClientHttpConnector connector) {
		return client(WebClient.builder().clientConnector(connector));
	}

	static TestClient client(WebClient.Builder builder) {
		WebClient client = builder.codecs((codecs) -> codecs.defaultCodecs().maxInMemorySize(-1)).build();
		return (method, url, fields, content) -> {
			WebClient.RequestBodySpec sent = client.method(method)
				.uri(URI.create(url))
				.headers((headers) -> headers.addAll(fields));
			return ((content != null) ? sent.bodyValue(content) : sent).retrieve()
				.onStatus((status) -> true, (response) -> Mono.empty())
				.toEntity(String.class)
				.block(Duration.ofSeconds(30));
		};
	}

	private static final class ConnectorResponse extends AbstractClientHttpResponse {

		ConnectorResponse(ClientResponse response, Flux<DataBuffer> body) {
			super(response.statusCode(), response.headers().asHttpHeaders(), response.cookies(), body);
		}

	}

}
