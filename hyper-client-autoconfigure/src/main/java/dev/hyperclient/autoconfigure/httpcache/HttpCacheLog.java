package dev.hyperclient.autoconfigure.httpcache;

import java.util.Locale;
import java.util.function.Supplier;

import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.internal.error.PrintableText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

import org.springframework.core.annotation.Order;

/**
 * The log of the HTTP cache: its store at INFO, requests at DEBUG and decisions at TRACE,
 * as in the log of a service. URLs are without user information, query, fragment and path
 * parameters; decisions contain only those header fields that concern caching.
 * Thread-safe.
 */
@Order(0)
final class HttpCacheLog implements CacheListener {

	/** The name of the logger. */
	static final String LOGGER = "dev.hyperclient.http-cache";

	private static final String TRACE_ID = "traceId";

	private static final Logger logger = LoggerFactory.getLogger(LOGGER);

	@Override
	public void onOpen(ResponseStore store) {
		logger.info("HTTP cache in {}", store);
	}

	@Override
	public void onResult(CacheRequest request, CacheResult result) {
		if (logger.isDebugEnabled()) {
			String trace = MDC.get(TRACE_ID);
			logger.debug("{} -> {} in {} ms ({}{}{}{})", request, result.status(), result.time().toMillis(),
					result.outcome().name().toLowerCase(Locale.ROOT),
					(result.savedBytes() > 0) ? ", " + result.savedBytes() + " B saved" : "",
					(result.rule() != null) ? ", rule " + result.rule() : "",
					(trace != null) ? ", trace " + PrintableText.line(trace) : "");
		}
	}

	@Override
	public void onRepeat(CacheRequest request) {
		if (logger.isDebugEnabled()) {
			logger.debug("{}: repeated without a condition", request);
		}
	}

	@Override
	public void onDecision(CacheRequest request, Supplier<String> decision) {
		if (logger.isTraceEnabled()) {
			logger.trace("{}: {}", request, PrintableText.line(decision.get()));
		}
	}

}
