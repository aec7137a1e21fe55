package dev.hyperclient.autoconfigure.httpcache;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.hyperclient.cache.CacheListener;
import dev.hyperclient.cache.CacheOutcome;
import dev.hyperclient.cache.CacheRequest;

/**
 * A listener that remembers outcomes.
 */
final class CountingListener implements CacheListener {

	private final List<String> outcomes = new CopyOnWriteArrayList<>();

	@Override
	public void onOutcome(CacheRequest request, CacheOutcome outcome) {
		this.outcomes.add(outcome.name());
	}

	List<String> outcomes() {
		return this.outcomes;
	}

}
