package dev.hyperclient.call;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

/**
 * Observes each call, including its redirects, cache lookups, retries and waits, for
 * instance for tracing.
 * <p>
 * Implementations must be thread-safe.
 */
@FunctionalInterface
public interface CallObserver {

	/**
	 * Make a call, exactly once.
	 * @param request the request as the application made it
	 * @param call makes the call; throws {@link dev.hyperclient.error.HTTPError} for an
	 * error status
	 * @return the response of the call
	 */
	ServiceResponse observe(ServiceRequest request, Function<ServiceRequest, ServiceResponse> call);

	/**
	 * Notified when the cache has answered a request of the current call. Called on the
	 * thread that makes the call. An exception is logged and does not affect the call.
	 * @param request the request as it reached the cache
	 * @param result the result
	 */
	default void onResult(CacheRequest request, CacheResult result) {
	}

	/**
	 * Return the entries for the Reactor context of requests, so that the observation of
	 * WebClient has the right parent. Called on the thread that makes the call.
	 * @return names and values, may be empty
	 */
	default Map<String, ?> context() {
		return Map.of();
	}

	/**
	 * Return work for another thread that continues the current observation. Called on
	 * the thread that hands the work over.
	 * @param <T> the type of the result
	 * @param work makes the calls
	 * @return the work, for any thread
	 */
	default <T> Callable<T> wrap(Callable<T> work) {
		return work;
	}

}
