package dev.hyperclient.internal.exchange;

import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.call.ClientListener;

/**
 * Passes the events of the cache to the listener of the client.
 *
 * @param listener the listener of the client
 */
record CacheEvents(ClientListener listener) implements CacheListener {

	@Override
	public void onOpen(ResponseStore store) {
		this.listener.onCacheOpen(store);
	}

	@Override
	public void onResult(CacheRequest request, CacheResult result) {
		this.listener.onCacheResult(request, result);
	}

	@Override
	public void onRepeat(CacheRequest request) {
		this.listener.onCacheRepeat(request);
	}

}
