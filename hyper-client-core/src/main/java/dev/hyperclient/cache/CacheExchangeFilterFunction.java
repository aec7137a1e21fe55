package dev.hyperclient.cache;

import java.util.function.Function;

import reactor.core.publisher.Mono;

import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.ExchangeStrategies;

/**
 * The cache for any {@code WebClient}.
 */
public final class CacheExchangeFilterFunction implements ExchangeFilterFunction {

	public CacheExchangeFilterFunction(HttpCache cache) {
	}

	public CacheExchangeFilterFunction withIdentity(Function<ClientRequest, String> identity) {
		return this;
	}

	public CacheExchangeFilterFunction withMaxBodySize(DataSize size) {
		return this;
	}

	public CacheExchangeFilterFunction withStrategies(ExchangeStrategies strategies) {
		return this;
	}

	@Override
	public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
		return next.exchange(request);
	}

}
