package dev.hyperclient.call;

import java.time.Duration;

/**
 * Is told how long it took to load a root, when it is built and each time that it is
 * refreshed. A root that could not be loaded is not told. An exception it throws is
 * logged and does no harm. Implementations must be thread-safe.
 */
@FunctionalInterface
public interface RootListener {

	/**
	 * Does not listen.
	 */
	RootListener NONE = (fetching, parsing) -> {
	};

	/**
	 * A root was loaded.
	 * @param fetching the time until both documents were there, from the service or from
	 * the cache
	 * @param parsing the time that it took to read both
	 */
	void onLoaded(Duration fetching, Duration parsing);

	/**
	 * This listener and another one.
	 * @param after is told after this one
	 * @return a listener that tells both
	 */
	default RootListener andThen(RootListener after) {
		return (fetching, parsing) -> {
			onLoaded(fetching, parsing);
			after.onLoaded(fetching, parsing);
		};
	}

}
