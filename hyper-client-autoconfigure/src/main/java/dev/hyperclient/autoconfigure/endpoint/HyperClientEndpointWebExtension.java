package dev.hyperclient.autoconfigure.endpoint;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * {@link HyperClientEndpoint} over HTTP: an invalid URL is a 400 with problem details, as
 * is the removal of responses of an unknown service. Thread-safe.
 *
 * @param endpoint the endpoint
 */
@EndpointWebExtension(endpoint = HyperClientEndpoint.class)
record HyperClientEndpointWebExtension(HyperClientEndpoint endpoint) {

	/**
	 * Return one service.
	 * @param service the name of the service
	 * @param url a URL whose stored responses are included, absolute or relative to the
	 * root, or {@code null}
	 * @return the service, the reason of a 400, or a 404
	 */
	@ReadOperation
	@RegisterReflectionForBinding(EndpointProblem.class)
	public WebEndpointResponse<Object> service(@Selector String service, @Nullable String url) {
		return EndpointProblem.respond(() -> this.endpoint.service(service, url));
	}

	/**
	 * Remove the stored responses of all services.
	 * @param all {@code true}
	 * @return {@code null} as the number of removed responses, or the reason of a 400
	 */
	@DeleteOperation
	public WebEndpointResponse<Object> clear(@Nullable Boolean all) {
		return EndpointProblem.respond(() -> this.endpoint.clear(all));
	}

	/**
	 * Remove stored responses of one service.
	 * @param service the name of the service
	 * @param url the URL whose responses are removed, absolute or relative to the root,
	 * or {@code null}
	 * @param all {@code true} to clear the cache of the service
	 * @return the number of removed responses, or the reason of a 400
	 */
	@DeleteOperation
	public WebEndpointResponse<Object> remove(@Selector String service, @Nullable String url, @Nullable Boolean all) {
		return EndpointProblem.respond(() -> this.endpoint.remove(service, url, all));
	}

}
