package dev.hyperclient.autoconfigure.httpcache;

import java.util.Locale;
import java.util.function.Supplier;

import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.cache.store.ResponseStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

import org.springframework.core.annotation.Order;

/**
 * The log of the HTTP cache: its store at INFO, requests at DEBUG and decisions at TRACE,
 * as in the log of a service. URLs are without user information and query; decisions
 * contain only those header fields that concern caching. Thread-safe.
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
			logger.debug("{} -> {} in {} ms ({}{}{}{})", line(request), result.status(), result.time().toMillis(),
					result.outcome().name().toLowerCase(Locale.ROOT),
					(result.savedBytes() > 0) ? ", " + result.savedBytes() + " B saved" : "",
					(result.rule() != null) ? ", rule " + result.rule() : "",
					(trace != null) ? ", trace " + printable(trace) : "");
		}
	}

	@Override
	public void onRepeat(CacheRequest request) {
		if (logger.isDebugEnabled()) {
			logger.debug("{}: repeated without a condition", line(request));
		}
	}

	@Override
	public void onDecision(CacheRequest request, Supplier<String> decision) {
		if (logger.isTraceEnabled()) {
			logger.trace("{}: {}", line(request), printable(decision.get()));
		}
	}

	/** The query may contain a token or a signature. */
	private static String line(CacheRequest request) {
		String line = request.toString();
		int query = line.indexOf('?');
		return printable((query >= 0) ? line.substring(0, query) + "?..." : line);
	}

	/** A URI contains no line breaks, but may contain other control characters. */
	private static String printable(String text) {
		return text.replaceAll("[\\p{Cntrl}\u2028\u2029\u202a-\u202e\u2066-\u2069]", "?");
	}

}
