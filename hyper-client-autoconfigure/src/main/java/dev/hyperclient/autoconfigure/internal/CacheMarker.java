package dev.hyperclient.autoconfigure.internal;

import java.util.Map;
import java.util.Optional;

import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheOutcome;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpMethod;

/**
 * Attribute of each request that is to be cached. It marks the request for the transport
 * of the client, which is shared with clients that are not cached, and holds the outcome
 * for observations. Thread-safe.
 */
public final class CacheMarker {

	/** The name of the attribute. */
	public static final String ATTRIBUTE = CacheMarker.class.getName();

	private final String group;

	private volatile @Nullable CacheOutcome outcome;

	private volatile boolean reachedCache;

	/**
	 * Create the attribute of a request.
	 * @param group the HTTP service group, empty for none
	 */
	public CacheMarker(String group) {
		this.group = group;
	}

	/**
	 * Return the mark of a request.
	 * @param attributes the attributes of the request
	 * @return the mark, or {@code null} if the request is not to be cached
	 */
	public static @Nullable CacheMarker of(Map<String, ?> attributes) {
		return (attributes.get(ATTRIBUTE) instanceof CacheMarker marker) ? marker : null;
	}

	/**
	 * Return the HTTP service group of the request.
	 * @return the name, empty for none
	 */
	public String group() {
		return this.group;
	}

	/**
	 * Return the outcome of a request in the cache. While a response is being stored, it
	 * follows from the method: the listener is notified at the end of the content.
	 * @param attributes the attributes of the client's request
	 * @param answered the method of the request, or {@code null} without a response
	 * @return the outcome, or empty if the request did not reach the cache or has failed
	 */
	public static Optional<CacheOutcome> outcome(Map<String, ?> attributes, @Nullable HttpMethod answered) {
		CacheMarker request = of(attributes);
		if (request == null) {
			return Optional.empty();
		}
		CacheOutcome outcome = request.outcome;
		return (outcome == null && request.reachedCache && answered != null)
				? Optional.of(HttpMethod.GET.equals(answered) ? CacheOutcome.MISS : CacheOutcome.BYPASS)
				: Optional.ofNullable(outcome);
	}

	/**
	 * Return a listener for the cache that handles this request.
	 */
	public CacheListener listener() {
		this.reachedCache = true;
		return (request, result) -> this.outcome = result.outcome();
	}

	@Override
	public String toString() {
		return "CacheMarker[outcome=" + this.outcome + "]";
	}

}
