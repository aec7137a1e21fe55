package dev.hyperclient.autoconfigure.endpoint;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * {@link HttpCacheEndpoint} over HTTP: an invalid URL is a 400 with problem details.
 * Thread-safe.
 *
 * @param endpoint the endpoint
 */
@EndpointWebExtension(endpoint = HttpCacheEndpoint.class)
record HttpCacheEndpointWebExtension(HttpCacheEndpoint endpoint) {

	/**
	 * Return the size of the cache.
	 * @param url an absolute URL whose stored responses are included, or {@code null}
	 * @return the size, or the reason of a 400
	 */
	@ReadOperation
	@RegisterReflectionForBinding(EndpointProblem.class)
	public WebEndpointResponse<Object> cache(@Nullable String url) {
		return EndpointProblem.respond(() -> this.endpoint.cache(url));
	}

	/**
	 * Remove stored responses.
	 * @param url the absolute URL whose responses are removed, or {@code null}
	 * @param prefix the beginning of the absolute URLs whose responses are removed, or
	 * {@code null}
	 * @param group the group of the origin of {@code url} whose responses are removed, or
	 * {@code null}
	 * @param all {@code true} to clear the cache
	 * @return the number of removed responses, or the reason of a 400
	 */
	@DeleteOperation
	public WebEndpointResponse<Object> remove(@Nullable String url, @Nullable String prefix, @Nullable String group,
			@Nullable Boolean all) {
		return EndpointProblem.respond(() -> this.endpoint.remove(url, prefix, group, all));
	}

}
