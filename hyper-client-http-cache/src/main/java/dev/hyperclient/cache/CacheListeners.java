package dev.hyperclient.cache;

import java.util.List;
import java.util.Objects;
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
	 * Return a listener that notifies a further one after the present one.
	 */
	static CacheListener add(CacheListener present, CacheListener added) {
		Objects.requireNonNull(added, "'listener' must not be null");
		return (present != CacheListener.NONE) ? present.andThen(added) : added;
	}

	private void notifyEach(Consumer<CacheListener> notification) {
		for (CacheListener listener : this.listeners) {
			notify(listener, notification);
		}
	}

	/**
	 * Notify a listener. An exception is logged.
	 */
	static void notify(CacheListener listener, Consumer<CacheListener> notification) {
		try {
			notification.accept(listener);
		}
		catch (RuntimeException ex) {
			logger.warn("CacheListener failed; continuing", ex);
		}
	}

}
