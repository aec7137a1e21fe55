package dev.hyperclient.internal.exchange;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.call.ClientListener;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies listeners in turn: of the events of calls, and as a listener of the cache of
 * its events. An exception of one is logged and affects neither the others nor the
 * caller.
 *
 * @param listeners the listeners
 */
public record ClientListeners(List<ClientListener> listeners) implements ClientListener, CacheListener {

	/**
	 * No listeners.
	 */
	public static final ClientListeners NONE = new ClientListeners(List.of());

	private static final Logger logger = LoggerFactory.getLogger(ClientListeners.class);

	@Override
	public void onRetry(ServiceRequest request, ServiceResponse refusal) {
		notifyEach((listener) -> listener.onRetry(request, refusal));
	}

	@Override
	public void onRepeat(ServiceRequest request) {
		notifyEach((listener) -> listener.onRepeat(request));
	}

	@Override
	public void onRootLoaded(Duration fetching, Duration parsing) {
		notifyEach((listener) -> listener.onRootLoaded(fetching, parsing));
	}

	@Override
	public void onRootValidated() {
		notifyEach(ClientListener::onRootValidated);
	}

	@Override
	public void onOpen(ResponseStore store) {
		notifyEach((listener) -> listener.onCacheOpen(store));
	}

	@Override
	public void onResult(CacheRequest request, CacheResult result) {
		notifyEach((listener) -> listener.onCacheResult(request, result));
	}

	@Override
	public void onRepeat(CacheRequest request) {
		notifyEach((listener) -> listener.onCacheRepeat(request));
	}

	@Override
	public void onValidation(CacheRequest request, CacheResult result) {
		notifyEach((listener) -> listener.onValidation(request, result));
	}

	/**
	 * Return these listeners with another one, which is notified after them.
	 */
	public ClientListeners with(ClientListener listener) {
		List<ClientListener> all = new ArrayList<>(this.listeners);
		all.add(Objects.requireNonNull(listener, "'listener' must not be null"));
		return new ClientListeners(List.copyOf(all));
	}

	private void notifyEach(Consumer<ClientListener> notification) {
		for (ClientListener listener : this.listeners) {
			try {
				notification.accept(listener);
			}
			catch (RuntimeException ex) {
				logger.warn("ClientListener failed; the call continues", ex);
			}
		}
	}

}
