package dev.hyperclient.cache;

import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Function;

import dev.hyperclient.http.Exchange;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cache as one step on the way of a request, for callers that wait.
 */
final class CacheExchange implements Exchange {

	private static final Logger logger = LoggerFactory.getLogger(CacheExchange.class);

	private final Function<ServiceRequest, CacheLookup> cache;

	private final Exchange next;

	/**
	 * Creates the step.
	 * @param cache looks a request up
	 */
	CacheExchange(Function<ServiceRequest, CacheLookup> cache, Exchange next) {
		this.cache = cache;
		this.next = next;
	}

	@Override
	public ServiceResponse exchange(ServiceRequest request) {
		CacheLookup lookup = this.cache.apply(request);
		Optional<CacheAnswer> answer = lookup.answer();
		return answer.isPresent() ? stored(answer.get(), request) : forward(lookup, request);
	}

	private ServiceResponse stored(CacheAnswer answer, ServiceRequest request) {
		try {
			return answer.toServiceResponse().asReused();
		}
		catch (UncheckedIOException ex) {
			logger.debug("Asking the server for what the store cannot give", ex);
			return this.next.exchange(request);
		}
	}

	private ServiceResponse forward(CacheLookup lookup, ServiceRequest request) {
		ServiceResponse response = this.next.exchange(lookup.forward());
		Optional<CacheLookup> retry = lookup.retry(response.status(), response.headers());
		if (retry.isPresent()) {
			// The retry sets no condition, so there is no second one.
			return forward(retry.get(), request);
		}
		CacheAnswer answer = lookup.complete(response);
		return (answer.status() != response.status()) ? stored(answer, request) : response;
	}

}
