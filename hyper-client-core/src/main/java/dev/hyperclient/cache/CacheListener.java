package dev.hyperclient.cache;

import java.util.Objects;

import dev.hyperclient.http.ServiceRequest;

/**
 * Is told what became of each request that passed the cache, for counting and tracing.
 * <p>
 * Called by the thread that does the work, so it should be quick. An exception it throws
 * is logged and does not harm the call. A request that got no answer at all is not told.
 * Implementations must be thread-safe.
 */
@FunctionalInterface
public interface CacheListener {

	/**
	 * Does not listen.
	 */
	CacheListener NONE = (request, outcome) -> {
	};

	/**
	 * A request was answered.
	 * @param request the request as it reached the cache
	 * @param outcome how it was answered
	 */
	void onOutcome(ServiceRequest request, CacheOutcome outcome);

	/**
	 * Content was not transferred because it is stored: told after a
	 * {@link CacheOutcome#HIT}, a {@link CacheOutcome#STALE}, or a
	 * {@link CacheOutcome#REVALIDATED} of what is stored.
	 * @param request the request as it reached the cache
	 * @param bytes the length of the stored content, decoded; positive
	 */
	default void onSaved(ServiceRequest request, long bytes) {
	}

	/**
	 * A request is sent a second time, without a condition: a 304 answered the first one,
	 * but did not confirm what is stored, or that has vanished meanwhile. Precedes the
	 * outcome of the request.
	 * @param request the request as it reached the cache
	 */
	default void onRepeat(ServiceRequest request) {
	}

	/**
	 * This listener was given to a cache, whose size it may ask for from now on.
	 * @param cache the cache
	 */
	default void onOpen(HttpCache cache) {
	}

	/**
	 * This listener and another one.
	 * @param after is told after this one
	 * @return a listener that tells both
	 */
	default CacheListener andThen(CacheListener after) {
		Objects.requireNonNull(after, "'after' must not be null");
		CacheListener before = this;
		return new CacheListener() {

			@Override
			public void onOutcome(ServiceRequest request, CacheOutcome outcome) {
				before.onOutcome(request, outcome);
				after.onOutcome(request, outcome);
			}

			@Override
			public void onSaved(ServiceRequest request, long bytes) {
				before.onSaved(request, bytes);
				after.onSaved(request, bytes);
			}

			@Override
			public void onRepeat(ServiceRequest request) {
				before.onRepeat(request);
				after.onRepeat(request);
			}

			@Override
			public void onOpen(HttpCache cache) {
				before.onOpen(cache);
				after.onOpen(cache);
			}

		};
	}

}
