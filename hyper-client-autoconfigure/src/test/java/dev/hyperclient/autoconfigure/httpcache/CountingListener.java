package dev.hyperclient.autoconfigure.httpcache;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;

/**
 * A listener that remembers outcomes.
 */
final class CountingListener implements CacheListener {

	private final List<String> outcomes = new CopyOnWriteArrayList<>();

	@Override
	public void onResult(CacheRequest request, CacheResult result) {
		this.outcomes.add(result.outcome().name());
	}

	List<String> outcomes() {
		return this.outcomes;
	}

}
