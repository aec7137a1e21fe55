package dev.hyperclient.autoconfigure.httpcache;

import java.util.Map;
import java.util.Optional;

import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Attribute of each request that is to be cached. It marks the request for the transport
 * of the client, which is shared with clients that are not cached, and holds the outcome
 * for observations. Thread-safe.
 */
public final class CacheMarker {

	/** The name of the attribute. */
	static final String ATTRIBUTE = CacheMarker.class.getName();

	private volatile @Nullable CacheOutcome outcome;

	CacheMarker() {
	}

	/**
	 * Return the outcome of a request in the cache.
	 * @param attributes the attributes of the client's request
	 * @return the outcome, or empty if the request did not reach the cache
	 */
	public static Optional<CacheOutcome> outcome(Map<String, ?> attributes) {
		return (attributes.get(ATTRIBUTE) instanceof CacheMarker request) ? Optional.ofNullable(request.outcome)
				: Optional.empty();
	}

	/**
	 * Return a listener for the cache that handles this request.
	 */
	CacheListener listener() {
		return (request, result) -> this.outcome = result.outcome();
	}

	@Override
	public String toString() {
		return "CacheMarker[outcome=" + this.outcome + "]";
	}

}
