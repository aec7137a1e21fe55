package dev.hyperclient.cache;

import java.util.Optional;

import dev.hyperclient.http.Exchange;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

/**
 * The cache as one step on the way of a request, for callers that wait.
 */
final class CacheExchange implements Exchange {

	private final HttpCache cache;

	private final Exchange next;

	CacheExchange(HttpCache cache, Exchange next) {
		this.cache = cache;
		this.next = next;
	}

	@Override
	public ServiceResponse exchange(ServiceRequest request) {
		CacheLookup lookup = this.cache.lookup(request);
		return lookup.answer().orElseGet(() -> forward(lookup));
	}

	private ServiceResponse forward(CacheLookup lookup) {
		ServiceResponse response = this.next.exchange(lookup.forward());
		Optional<CacheLookup> retry = lookup.retry(response.status(), response.headers());
		// The retry sets no condition, so there is no second one.
		return retry.isPresent() ? forward(retry.get()) : lookup.complete(response);
	}

}
