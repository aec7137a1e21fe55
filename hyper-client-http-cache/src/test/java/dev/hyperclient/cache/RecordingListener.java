package dev.hyperclient.cache;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;

/**
 * Records the outcomes and decisions of a cache.
 */
public final class RecordingListener implements CacheListener {

	/** The outcomes, the oldest first. */
	public final List<CacheOutcome> outcomes = new CopyOnWriteArrayList<>();

	/** The decisions, the oldest first. */
	public final List<String> decisions = new CopyOnWriteArrayList<>();

	@Override
	public void onResult(CacheRequest request, CacheResult result) {
		this.outcomes.add(result.outcome());
	}

	@Override
	public void onDecision(CacheRequest request, Supplier<String> decision) {
		this.decisions.add(decision.get());
	}

}
