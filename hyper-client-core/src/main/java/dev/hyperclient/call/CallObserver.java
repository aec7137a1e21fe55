package dev.hyperclient.call;

import java.util.Map;
import java.util.concurrent.Callable;

import dev.hyperclient.cache.CacheListener;
import dev.hyperclient.cache.CacheOutcome;
import dev.hyperclient.http.Exchange;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

/**
 * Stands around each call, redirects, cache, retries and waits included: the one seam by
 * which tracing comes in.
 * <p>
 * A call is made by one thread, which also tells what the cache did in the meantime.
 * Implementations must be thread-safe.
 */
public interface CallObserver extends CacheListener {

	/**
	 * Does not observe.
	 */
	CallObserver NONE = new CallObserver() {

		@Override
		public ServiceResponse observe(ServiceRequest request, Exchange call) {
			return call.exchange(request);
		}

		@Override
		public void onOutcome(ServiceRequest request, CacheOutcome outcome) {
		}

	};

	/**
	 * Create the call, exactly once.
	 * @param request the request as the application asks for it
	 * @param call makes the call; other than elsewhere an error status is thrown, as an
	 * {@link dev.hyperclient.error.HTTPError}
	 * @return what the call returned
	 */
	ServiceResponse observe(ServiceRequest request, Exchange call);

	/**
	 * Return what the wire puts into the context of its {@code Mono}, so that its own
	 * observation knows where it belongs: it does not look at the thread. Asked for on
	 * the thread that makes the call.
	 * @return names and values, perhaps none
	 */
	default Map<String, ?> context() {
		return Map.of();
	}

	/**
	 * Create calls on another thread part of what this thread is doing. Asked for on the
	 * thread that hands the work over.
	 * @param <T> the type of the result
	 * @param work makes the calls
	 * @return the work, for another thread or for this one
	 */
	default <T> Callable<T> carrying(Callable<T> work) {
		return work;
	}

}
