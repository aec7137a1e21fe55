package dev.hyperclient.call;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

import dev.hyperclient.cache.CacheListener;
import dev.hyperclient.cache.CacheOutcome;
import dev.hyperclient.cache.CacheRequest;
import dev.hyperclient.cache.CacheResult;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.http.Exchange;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

/**
 * Observes each call with two observers, one inside of the other.
 */
final class CallObservers implements CallObserver {

	private final CallObserver outer;

	private final CallObserver inner;

	/** Notifies each of them, also if the other one fails. */
	private final CacheListener both;

	CallObservers(CallObserver outer, CallObserver inner) {
		this.outer = outer;
		this.inner = inner;
		this.both = inner.andThen(outer);
	}

	@Override
	public ServiceResponse observe(ServiceRequest request, Exchange call) {
		return this.outer.observe(request, (observed) -> this.inner.observe(observed, call));
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

	@Override
	public void onOutcome(CacheRequest request, CacheOutcome outcome) {
		this.both.onOutcome(request, outcome);
	}

	@Override
	public void onResult(CacheRequest request, CacheResult result) {
		this.both.onResult(request, result);
	}

	@Override
	public void onSaved(CacheRequest request, long bytes) {
		this.both.onSaved(request, bytes);
	}

	@Override
	public void onRepeat(CacheRequest request) {
		this.both.onRepeat(request);
	}

	@Override
	public void onDecision(CacheRequest request, Supplier<String> decision) {
		this.both.onDecision(request, decision);
	}

	@Override
	public void onOpen(ResponseStore store) {
		this.both.onOpen(store);
	}

}
