package dev.hyperclient.autoconfigure.httpcache;

import java.net.URI;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.hyperclient.internal.uri.Origin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out that a client has the attribute of cached requests, but a transport without
 * the cache: its request factory or connector has been replaced. Logs that once. Only the
 * requests of Spring's own transports are recognized, not requests of wrappers and mocks.
 * Thread-safe.
 */
class TransportCheck {

	private static final Logger logger = LoggerFactory.getLogger(HttpCacheLog.LOGGER);

	private static final Set<String> PACKAGES = Set.of("org.springframework.http.client",
			"org.springframework.http.client.reactive");

	/** Classes of these packages around the request of a transport. */
	private static final Set<String> WRAPPERS = Set.of("InterceptingClientHttpRequest",
			"BufferingClientHttpRequestWrapper", "ClientHttpRequestDecorator");

	private final AtomicBoolean reported = new AtomicBoolean();

	private final String advice;

	/**
	 * Create a check of one builder.
	 * @param advice what to do in order to use the cache
	 */
	TransportCheck(String advice) {
		this.advice = advice;
	}

	/**
	 * Check the request of a transport.
	 * @param type the class of the request
	 * @param uri the URL of the request
	 */
	final void check(Class<?> type, URI uri) {
		if (PACKAGES.contains(type.getPackageName()) && !WRAPPERS.contains(type.getSimpleName())
				&& this.reported.compareAndSet(false, true)) {
			logger.warn("Requests to {} are not cached: {}", Origin.of(uri), this.advice);
		}
	}

}
