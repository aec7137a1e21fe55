package dev.hyperclient.cache;

import java.util.Optional;

import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

import org.springframework.http.HttpHeaders;

/**
 * A request that a fresh stored response answers.
 */
final class HitLookup implements CacheLookup {

	private final ServiceRequest request;

	private final CacheAnswer answer;

	/**
	 * Creates the lookup.
	 * @param stored the stored response, its content held
	 */
	HitLookup(ServiceRequest request, StoredResponse stored, Freshness freshness) {
		this.request = request;
		HttpHeaders headers = HttpHeaders.copyOf(stored.headers());
		// RFC 9111, 5.1: a response that was not validated tells its age.
		headers.set(HttpHeaders.AGE, String.valueOf(freshness.age().toSeconds()));
		boolean notModified = CallerCondition.of(request.headers())
			.filter((condition) -> condition.isNotModified(stored.headers()))
			.isPresent();
		this.answer = notModified ? new CacheAnswer(request.uri(), 304, headers, StoredBody.EMPTY)
				: new CacheAnswer(request.uri(), stored.status(), headers, stored.body());
	}

	@Override
	public Optional<CacheAnswer> answer() {
		return Optional.of(this.answer);
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
		return CacheAnswer.of(response);
	}

	@Override
	public void abandon() {
	}

}
