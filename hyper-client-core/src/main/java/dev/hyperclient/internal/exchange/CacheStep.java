package dev.hyperclient.internal.exchange;

import java.io.IOException;
import java.util.Optional;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.OfflineException;
import dev.hyperclient.error.Setting;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.transaction.BlockingCacheDriver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * The cache as a step of the exchange.
 *
 * @param cache the cache
 * @param next the step that sends requests to the service
 * @param credentials the identities of requests
 * @param names the names of settings in messages
 */
record CacheStep(HttpCache cache, Step next, Credentials credentials, SettingNames names) implements Step {

	private static final int GATEWAY_TIMEOUT = 504;

	private static final Logger logger = LoggerFactory.getLogger(CacheStep.class);

	@Override
	public ServiceResponse exchange(ServiceRequest request, CallState call) {
		Forward forward = new Forward(this, request, call);
		CacheResponse response = (call.reloads ? this.cache.reloading(forward) : this.cache.around(forward))
			.exchange(toCacheRequest(request));
		if (response.status() == GATEWAY_TIMEOUT && !forward.sent && this.cache.isOffline()) {
			throw offline(request);
		}
		if (call.streams || !response.body().isStreamed()) {
			return ServiceResponse.to(request, response, response.body());
		}
		try {
			byte[] content = response.body().bytes();
			return ServiceResponse.to(request, response, ResponseContent.of(content));
		}
		catch (IOException ex) {
			if (this.cache.isOffline()) {
				throw offline(request);
			}
			logger.debug("Stored content cannot be read; {} is sent to the service", request, ex);
			return this.next.exchange(request, call);
		}
	}

	private OfflineException offline(ServiceRequest request) {
		boolean read = request.method() == HttpMethod.GET
				&& !request.headers().containsHeader(HttpHeaders.CACHE_CONTROL);
		return new OfflineException(request.uri(),
				"%s was not sent%s: %s is on".formatted(request, read ? ", and no stored response may answer it" : "",
						this.names.of(Setting.OFFLINE)),
				read ? "Turn it off, or read the resource once before it is turned on" : "Turn it off");
	}

	static CacheRequest toCacheRequest(ServiceRequest request) {
		return CacheRequest.of(request.method(), request.uri(), request.headers(), request.identity());
	}

	private static CacheResponse toCacheResponse(ServiceResponse response) {
		return CacheResponse.of(response.uri(), response.status(), response.headers(), response.body(),
				response.reused(), response.stale());
	}

	/**
	 * Forwards a request. While it is sent, another user may be logged in, and the client
	 * certificate may be replaced: its response does not belong to the identity that was
	 * looked up.
	 */
	private static final class Forward implements BlockingCacheDriver.ObservedSender {

		private final CacheStep step;

		private final ServiceRequest request;

		private final CallState call;

		private boolean sent;

		Forward(CacheStep step, ServiceRequest request, CallState call) {
			this.step = step;
			this.request = request;
			this.call = call;
		}

		@Override
		public CacheResponse exchange(CacheRequest forwarded) {
			this.sent = true;
			return toCacheResponse(this.step.next.exchange(this.request.withHeaders(forwarded.headers()), this.call));
		}

		@Override
		public Optional<String> reasonNotToStore() {
			try {
				return this.step.credentials.identityFor(this.request.uri()).equals(this.request.identity())
						? Optional.empty() : Optional.of("the credentials have changed since the lookup");
			}
			catch (HyperClientException ex) {
				// A refused token is removed, and the caller gets the response that
				// refused it.
				return Optional.of("there are no credentials any more");
			}
		}

		@Override
		public boolean isDisconnection(RuntimeException ex) {
			return ex instanceof TransportException;
		}

		@Override
		public Forward inBackground() {
			return this;
		}

	}

}
