package dev.hyperclient.call;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;

import dev.hyperclient.cache.CacheListener;
import dev.hyperclient.cache.CacheOutcome;
import dev.hyperclient.cache.CacheRequest;
import dev.hyperclient.http.Exchange;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

/**
 * Observes each call, including its redirects, cache lookups, retries and waits, for
 * instance for tracing.
 * <p>
 * The thread that makes the call also reports its cache outcome. Implementations must be
 * thread-safe.
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
		public void onOutcome(CacheRequest request, CacheOutcome outcome) {
		}

	};

	/**
	 * Make a call, exactly once.
	 * @param request the request as the application made it
	 * @param call makes the call; throws {@link dev.hyperclient.error.HTTPError} for an
	 * error status
	 * @return the response of the call
	 */
	ServiceResponse observe(ServiceRequest request, Exchange call);

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

	/**
	 * Return an observer that observes with this one and, inside of it, with another one.
	 * @param inner the other observer
	 * @return the composed observer; {@code inner} itself if this one is {@link #NONE}
	 */
	default CallObserver around(CallObserver inner) {
		Objects.requireNonNull(inner, "'inner' must not be null");
		if (this == NONE) {
			return inner;
		}
		return (inner == NONE) ? this : new CallObservers(this, inner);
	}

}
