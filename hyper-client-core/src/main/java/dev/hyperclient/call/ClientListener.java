package dev.hyperclient.call;

import java.time.Duration;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

/**
 * Listener for events of the client, for instance to count them. Notified on the thread
 * that makes the call, so implementations should be quick; they must be thread-safe. An
 * exception of a listener is logged and does not affect the call or other listeners.
 *
 * @see CallObserver
 * @see dev.hyperclient.ServiceRootBuilder#addListener
 */
public interface ClientListener {

	/**
	 * A request is about to be retried, after the wait.
	 * @param request the request
	 * @param refusal the response that is the reason
	 */
	default void onRetry(ServiceRequest request, ServiceResponse refusal) {
	}

	/**
	 * A request is about to be sent once more, on a new connection, because a reused
	 * connection ended without a byte of a response, or no connection was established.
	 * @param request the request
	 */
	default void onRepeat(ServiceRequest request) {
	}

	/**
	 * The root was loaded or refreshed. Not called if that fails.
	 * @param fetching the time until both documents were available, from the service or
	 * from the cache
	 * @param parsing the time to parse both documents
	 */
	default void onRootLoaded(Duration fetching, Duration parsing) {
	}

	/**
	 * The root was validated in the background: it is current. If it had changed,
	 * {@link #onRootLoaded} was called before. Not called if that fails.
	 */
	default void onRootValidated() {
	}

	/**
	 * The cache of the client is available. Called once, while the root is built, before
	 * the first request.
	 * @param store the store of the cache, not to be modified
	 */
	default void onCacheOpen(ResponseStore store) {
	}

	/**
	 * A request of the application was answered, with or without the service. Not called
	 * for a request without any response, or for a {@link #onValidation validation}.
	 * @param request the request as it reached the cache
	 * @param result the result in the cache
	 */
	default void onCacheResult(CacheRequest request, CacheResult result) {
	}

	/**
	 * A request is sent a second time, without a condition, because the first response
	 * was a 304 that did not confirm the stored response. Precedes the result of the
	 * request.
	 * @param request the request as it reached the cache
	 */
	default void onCacheRepeat(CacheRequest request) {
	}

	/**
	 * A request of {@link dev.hyperclient.ServiceRoot#validate} was answered, for
	 * instance by a health check.
	 * @param request the request as it reached the cache
	 * @param result the result in the cache
	 */
	default void onValidation(CacheRequest request, CacheResult result) {
	}

}
