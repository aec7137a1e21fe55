package dev.hyperclient.cache;

import dev.hyperclient.cache.store.StoredBody;
import io.micrometer.observation.Observation;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.reactive.function.client.ClientRequestObservationContext;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeStrategies;

/**
 * Creates the {@code WebClient} responses for responses of the cache.
 */
final class ClientResponses {

	private static final DefaultDataBufferFactory BUFFERS = DefaultDataBufferFactory.sharedInstance;

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
			.body(content(cached.body()));
	}

	private static Flux<DataBuffer> content(StoredBody body) {
		if (body.length() == 0) {
			return Flux.empty();
		}
		if (body.isInMemory()) {
			return Mono.fromCallable(() -> (DataBuffer) BUFFERS.wrap(body.bytes())).flux();
		}
		return DataBufferUtils.readByteChannel(body::open, BUFFERS, BodyCopy.BUFFER_SIZE)
			.subscribeOn(Schedulers.boundedElastic());
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
