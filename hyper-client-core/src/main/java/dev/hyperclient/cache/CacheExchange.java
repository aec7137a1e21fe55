package dev.hyperclient.cache;

import java.io.UncheckedIOException;
import java.util.Optional;

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

	private final HttpCache cache;

	private final Exchange next;

	CacheExchange(HttpCache cache, Exchange next) {
		this.cache = cache;
		this.next = next;
	}

	@Override
	public ServiceResponse exchange(ServiceRequest request) {
		CacheLookup lookup = this.cache.lookup(request);
		CacheAnswer answer = lookup.answer().orElseGet(() -> forward(lookup));
		try {
			return answer.toServiceResponse();
		}
		catch (UncheckedIOException ex) {
			logger.debug("Asking the server for what the store cannot give", ex);
			return this.next.exchange(request);
		}
	}

	private CacheAnswer forward(CacheLookup lookup) {
		ServiceResponse response = this.next.exchange(lookup.forward());
		Optional<CacheLookup> retry = lookup.retry(response.status(), response.headers());
		// The retry sets no condition, so there is no second one.
		return retry.isPresent() ? forward(retry.get()) : lookup.complete(response);
	}

}
