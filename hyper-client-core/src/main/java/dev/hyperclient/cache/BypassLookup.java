package dev.hyperclient.cache;

import java.util.Optional;
import java.util.Set;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;

/**
 * A request that the cache lets pass. If it has changed something, what is stored of its
 * address is invalidated (RFC 9111, 4.4).
 */
final class BypassLookup implements CacheLookup {

	private static final Set<HttpMethod> SAFE = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS,
			HttpMethod.TRACE);

	private final HttpCache cache;

	private final ServiceRequest request;

	BypassLookup(HttpCache cache, ServiceRequest request) {
		this.cache = cache;
		this.request = request;
	}

	@Override
	public Optional<CacheAnswer> answer() {
		return Optional.empty();
	}

	@Override
	public ServiceRequest forward() {
		return this.request;
	}

	@Override
	public boolean stores(int status, HttpHeaders headers) {
		return false;
	}

	@Override
	public Optional<CacheLookup> retry(int status, HttpHeaders headers) {
		return Optional.empty();
	}

	@Override
	public CacheAnswer complete(ServiceResponse response) {
		boolean success = response.status() >= 200 && response.status() < 400;
		if (success && !SAFE.contains(this.request.method()) && RequestKey.isPossible(this.request)) {
			// Exactly this address: lists that contain the thing are revalidated anyway.
			this.cache.store().remove(CacheKey.of(this.request.uri(), MediaType.APPLICATION_JSON_VALUE));
			this.cache.store().remove(RequestKey.of(this.request));
		}
		abandon();
		return CacheAnswer.of(response);
	}

	@Override
	public void abandon() {
		this.cache.tell(this.request, CacheOutcome.BYPASS);
	}

}
