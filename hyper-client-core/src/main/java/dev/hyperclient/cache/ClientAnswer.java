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
 * Makes what a {@code WebClient} gets of an answer of the cache.
 */
final class ClientAnswer {

	private static final DefaultDataBufferFactory BUFFERS = DefaultDataBufferFactory.sharedInstance;

	/**
	 * Under this key WebClient keeps its observation in the context.
	 */
	private static final String OBSERVATION = "micrometer.observation";

	private ClientAnswer() {
	}

	/**
	 * An answer that did not come from the server.
	 */
	static Mono<ClientResponse> of(CacheAnswer answer, ExchangeStrategies strategies) {
		return observed(builder(answer, strategies).build());
	}

	static ClientResponse.Builder builder(CacheAnswer answer, ExchangeStrategies strategies) {
		return ClientResponse.create(HttpStatusCode.valueOf(answer.status()), strategies)
			.headers((headers) -> headers.addAll(answer.headers()))
			.body(content(answer.body()));
	}

	private static Flux<DataBuffer> content(StoredBody body) {
		if (body.length() == 0) {
			return Flux.empty();
		}
		if (body.isInMemory()) {
			return Mono.fromCallable(() -> (DataBuffer) BUFFERS.wrap(body.bytes())).flux();
		}
		return DataBufferUtils.readByteChannel(body::open, BUFFERS, BodyCopy.PIECE)
			.subscribeOn(Schedulers.boundedElastic());
	}

	/**
	 * WebClient learns the response inside its filters. Without this an answer of ours
	 * would be counted as a failure.
	 */
	private static Mono<ClientResponse> observed(ClientResponse answer) {
		return Mono.deferContextual((context) -> {
			context.<Observation>getOrEmpty(OBSERVATION)
				.map(Observation::getContext)
				.filter(ClientRequestObservationContext.class::isInstance)
				.map(ClientRequestObservationContext.class::cast)
				.ifPresent((observation) -> observation.setResponse(answer));
			return Mono.just(answer);
		});
	}

}
