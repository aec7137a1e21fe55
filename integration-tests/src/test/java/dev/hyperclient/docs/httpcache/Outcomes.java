package dev.hyperclient.docs.httpcache;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;

import org.springframework.stereotype.Component;

// tag::http-cache-listener[]
@Component
class Outcomes implements CacheListener {

	final Map<CacheOutcome, LongAdder> counts = new ConcurrentHashMap<>();

	@Override
	public void onResult(CacheRequest request, CacheResult result) {
		this.counts.computeIfAbsent(result.outcome(), (outcome) -> new LongAdder()).increment();
	}

}
// end::http-cache-listener[]
