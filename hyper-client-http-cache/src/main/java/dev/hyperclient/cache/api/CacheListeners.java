package dev.hyperclient.cache.api;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.hyperclient.cache.store.ResponseStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies several listeners, each also if another one fails.
 *
 * @param listeners the listeners, in the order of notification
 */
record CacheListeners(List<CacheListener> listeners) implements CacheListener {

	private static final Logger logger = LoggerFactory.getLogger(CacheListeners.class);

	@Override
	public void onResult(CacheRequest request, CacheResult result) {
		notifyEach((listener) -> listener.onResult(request, result));
	}

	@Override
	public void onRepeat(CacheRequest request) {
		notifyEach((listener) -> listener.onRepeat(request));
	}

	@Override
	public void onDecision(CacheRequest request, Supplier<String> decision) {
		notifyEach((listener) -> listener.onDecision(request, decision));
	}

	@Override
	public void onOpen(ResponseStore store) {
		notifyEach((listener) -> listener.onOpen(store));
	}

	/**
	 * Whether a listener is notified already.
	 */
	boolean include(CacheListener listener) {
		for (CacheListener each : this.listeners) {
			if (each == listener || (each instanceof CacheListeners all && all.include(listener))) {
				return true;
			}
		}
		return false;
	}

	private void notifyEach(Consumer<CacheListener> notification) {
		for (CacheListener listener : this.listeners) {
			try {
				notification.accept(listener);
			}
			catch (RuntimeException ex) {
				logger.warn("CacheListener failed; continuing", ex);
			}
		}
	}

}
