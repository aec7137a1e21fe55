package dev.hyperclient.internal.exchange;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;

import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.call.CallObserver;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

/**
 * Observes each call with two observers.
 *
 * @param outer the observer that observes the other one
 * @param inner the observer that observes the call
 */
public record CallObservers(CallObserver outer, CallObserver inner) implements CallObserver {

	/**
	 * Does not observe.
	 */
	public static final CallObserver NONE = (request, call) -> call.apply(request);

	/**
	 * Return an observer that observes with two, or the other one if one does not
	 * observe.
	 */
	public static CallObserver of(CallObserver outer, CallObserver inner) {
		Objects.requireNonNull(outer, "'observer' must not be null");
		if (inner == NONE) {
			return outer;
		}
		return (outer == NONE) ? inner : new CallObservers(outer, inner);
	}

	@Override
	public ServiceResponse observe(ServiceRequest request, Function<ServiceRequest, ServiceResponse> call) {
		return this.outer.observe(request, (observed) -> this.inner.observe(observed, call));
	}

	@Override
	public void onResult(CacheRequest request, CacheResult result) {
		CacheListener first = this.inner::onResult;
		first.andThen(this.outer::onResult).onResult(request, result);
	}

	@Override
	public Map<String, ?> context() {
		Map<String, Object> context = new HashMap<>(this.outer.context());
		context.putAll(this.inner.context());
		return context;
	}

	@Override
	public <T> Callable<T> wrap(Callable<T> work) {
		return this.outer.wrap(this.inner.wrap(work));
	}

}
