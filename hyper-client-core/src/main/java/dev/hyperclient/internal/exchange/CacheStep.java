package dev.hyperclient.internal.exchange;

import java.io.IOException;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cache as a step of the exchange.
 *
 * @param cache the cache
 * @param next the step that sends requests to the service
 */
record CacheStep(HttpCache cache, Step next) implements Step {

	private static final Logger logger = LoggerFactory.getLogger(CacheStep.class);

	@Override
	public ServiceResponse exchange(ServiceRequest request, CallState call) {
		RequestSender forward = (forwarded) -> toCacheResponse(
				this.next.exchange(request.withHeaders(forwarded.headers()), call));
		CacheResponse response = (call.reloads ? this.cache.reloading(forward) : this.cache.around(forward))
			.exchange(toCacheRequest(request));
		if (call.streams || !response.body().isStreamed()) {
			return toServiceResponse(request, response, response.body());
		}
		try {
			byte[] content = response.body().bytes();
			return toServiceResponse(request, response, ResponseContent.of(content));
		}
		catch (IOException ex) {
			logger.debug("Stored content cannot be read; {} is sent to the service", request, ex);
			return this.next.exchange(request, call);
		}
	}

	static CacheRequest toCacheRequest(ServiceRequest request) {
		return new CacheRequest(request.method(), request.uri(), request.headers(), request.identity());
	}

	private static CacheResponse toCacheResponse(ServiceResponse response) {
		return new CacheResponse(response.uri(), response.status(), response.headers(), response.body(),
				response.reused());
	}

	private static ServiceResponse toServiceResponse(ServiceRequest request, CacheResponse response,
			ResponseContent content) {
		return new ServiceResponse(response.uri(), response.status(), response.headers(), content, response.reused(),
				request.redirected());
	}

}
