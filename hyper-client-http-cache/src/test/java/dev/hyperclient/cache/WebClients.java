package dev.hyperclient.cache;

import java.time.Duration;

import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;

/**
 * A {@code WebClient} with a cache.
 *
 * @param entryPoint how requests get to the cache
 */
record WebClients(EntryPoint entryPoint) implements TestClients {

	@Override
	public TestClient create(HttpCache cache) {
		return client(this.entryPoint.client(cache));
	}

	@Override
	public TestClient withIdentity(HttpCache cache, String identity) {
		return client(this.entryPoint.client(cache, identity));
	}

	@Override
	public TestClient withMaxBodySize(HttpCache cache, DataSize size) {
		return client(this.entryPoint.client(cache, new ReactorClientHttpConnector(), size));
	}

	@Override
	public TestClient scripted(HttpCache cache, Script script) {
		ClientHttpConnector connector = EntryPoint
			.scripted((request) -> Mono.fromFuture(script.answer(request.getHeaders())).map(WebClients::response));
		return client(this.entryPoint.client(cache, connector));
	}

	@Override
	public Class<? extends Exception> failure() {
		return WebClientRequestException.class;
	}

	private static ClientResponse response(ScriptedResponse scripted) {
		return ClientResponse.create(HttpStatusCode.valueOf(scripted.status()))
			.headers((headers) -> headers.addAll(scripted.headers()))
			.body(scripted.body())
			.build();
	}

	private static TestClient client(WebClient.Builder builder) {
		WebClient client = builder.codecs((codecs) -> codecs.defaultCodecs().maxInMemorySize(-1)).build();
		return new TestClient() {

			@Override
			public ResponseEntity<String> exchange(HttpMethod method, String url, HttpHeaders fields) {
				return client.method(method)
					.uri(url)
					.headers((headers) -> headers.addAll(fields))
					.retrieve()
					.onStatus((status) -> true, (response) -> Mono.empty())
					.toEntity(String.class)
					.block(Duration.ofSeconds(10));
			}

		};
	}

}
