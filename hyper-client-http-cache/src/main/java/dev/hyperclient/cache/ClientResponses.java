package dev.hyperclient.cache;

import io.micrometer.observation.Observation;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpStatusCode;
import org.springframework.web.reactive.function.client.ClientRequestObservationContext;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeStrategies;

/**
 * Creates the {@code WebClient} responses for responses of the cache.
 */
final class ClientResponses {

	/**
	 * The key of WebClient's observation in the Reactor context.
	 */
	private static final String OBSERVATION = "micrometer.observation";

	private ClientResponses() {
	}

	/**
	 * Return a response without a request to the server.
	 */
	static Mono<ClientResponse> of(CachedResponse cached, ExchangeStrategies strategies) {
		return observed(builder(cached, strategies).build());
	}

	static ClientResponse.Builder builder(CachedResponse cached, ExchangeStrategies strategies) {
		return ClientResponse.create(HttpStatusCode.valueOf(cached.status()), strategies)
			.headers((headers) -> headers.addAll(cached.headers()))
			.cookies((cookies) -> cookies.addAll(ResponseCookies.of(cached.headers())))
			.body(ReactiveCachingExchange.content(cached.body()));
	}

	/**
	 * WebClient sets the response of its observation inside the filters. Without it, a
	 * response of the cache would be recorded as a failure.
	 */
	private static Mono<ClientResponse> observed(ClientResponse response) {
		return Mono.deferContextual((context) -> {
			context.<Observation>getOrEmpty(OBSERVATION)
				.map(Observation::getContext)
				.filter(ClientRequestObservationContext.class::isInstance)
				.map(ClientRequestObservationContext.class::cast)
				.ifPresent((observation) -> observation.setResponse(response));
			return Mono.just(response);
		});
	}

}
