package dev.hyperclient.internal.exchange;

import java.io.IOException;
import java.util.function.UnaryOperator;

import dev.hyperclient.cache.RequestSender;
import dev.hyperclient.cache.CacheRequest;
import dev.hyperclient.cache.CacheResponse;
import dev.hyperclient.cache.ResponseContent;
import dev.hyperclient.http.Exchange;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cache as a step of the exchange. Thread-safe if the next step is.
 */
final class CachedExchange implements Exchange {

	private static final Logger logger = LoggerFactory.getLogger(CachedExchange.class);

	private final UnaryOperator<RequestSender> cache;

	private final Exchange next;

	private final boolean streams;

	/**
	 * Create the step.
	 * @param cache puts the cache around an exchange
	 * @param next sends requests to the service
	 * @param streams whether content may be streamed; otherwise it is collected
	 */
	CachedExchange(UnaryOperator<RequestSender> cache, Exchange next, boolean streams) {
		this.cache = cache;
		this.next = next;
		this.streams = streams;
	}

	@Override
	public ServiceResponse exchange(ServiceRequest request) {
		CacheResponse response = this.cache
			.apply((forwarded) -> toCacheResponse(this.next.exchange(request.withHeaders(forwarded.headers()))))
			.exchange(toCacheRequest(request));
		if (this.streams || !response.body().isStreamed()) {
			return toServiceResponse(request, response, response.body());
		}
		try {
			byte[] content = response.body().bytes();
			return toServiceResponse(request, response, ResponseContent.of(content));
		}
		catch (IOException ex) {
			logger.debug("Stored content cannot be read; {} is sent to the service", request, ex);
			return this.next.exchange(request);
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
