package dev.hyperclient.cache;

import java.util.Optional;

import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * A request that the cache answers.
 */
final class HitLookup implements CacheLookup {

	private final ServiceRequest request;

	private final CacheAnswer answer;

	private final @Nullable CacheLookup background;

	/**
	 * Creates the lookup.
	 * @param background what remains to be done at the same time, or {@code null} for
	 * nothing
	 */
	HitLookup(ServiceRequest request, CacheAnswer answer, @Nullable CacheLookup background) {
		this.request = request;
		this.answer = answer;
		this.background = background;
	}

	@Override
	public Optional<CacheAnswer> answer() {
		return Optional.of(this.answer);
	}

	@Override
	public Optional<CacheLookup> background() {
		return Optional.ofNullable(this.background);
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
