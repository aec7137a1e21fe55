package dev.hyperclient.autoconfigure.httpcache;

import java.util.Locale;
import java.util.function.Supplier;

import dev.hyperclient.cache.CacheListener;
import dev.hyperclient.cache.CacheOutcome;
import dev.hyperclient.cache.CacheRequest;
import dev.hyperclient.cache.store.ResponseStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of the HTTP cache: its store at INFO, outcomes at DEBUG and decisions at TRACE,
 * with URLs but neither other header fields than those that concern caching nor content.
 * Thread-safe.
 */
final class HttpCacheLog implements CacheListener {

	/** The name of the logger. */
	static final String LOGGER = "dev.hyperclient.http-cache";

	private static final Logger logger = LoggerFactory.getLogger(LOGGER);

	@Override
	public void onOpen(ResponseStore store) {
		logger.info("HTTP cache in {}", store);
	}

	@Override
	public void onOutcome(CacheRequest request, CacheOutcome outcome) {
		if (logger.isDebugEnabled()) {
			logger.debug("{}: {}", line(request), outcome.name().toLowerCase(Locale.ROOT));
		}
	}

	@Override
	public void onRepeat(CacheRequest request) {
		logger.debug("{}: repeated without a condition", request);
	}

	@Override
	public void onDecision(CacheRequest request, Supplier<String> decision) {
		if (logger.isTraceEnabled()) {
			logger.trace("{}: {}", line(request), decision.get());
		}
	}

	/** A URI contains no line breaks, but may contain other control characters. */
	private static String line(CacheRequest request) {
		return request.toString().replaceAll("\\p{Cntrl}", "?");
	}

}
