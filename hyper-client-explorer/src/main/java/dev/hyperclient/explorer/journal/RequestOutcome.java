package dev.hyperclient.explorer.journal;

import java.util.Locale;

import dev.hyperclient.cache.api.CacheOutcome;

/**
 * How a request ended: as a {@link CacheOutcome}, or otherwise.
 */
enum RequestOutcome {

	HIT, STALE, REVALIDATED, MISS, BYPASS,

	/** The service refused the request, which was then sent again. */
	RETRY,

	/** The service sent an error status, or there was no response. */
	ERROR;

	/** Return the text for pages, of one word. */
	public String label() {
		return (this == REVALIDATED) ? "304" : style();
	}

	/** Return the CSS class for pages. */
	public String style() {
		return name().toLowerCase(Locale.ROOT);
	}

	/** Return whether the cache did not answer alone. */
	boolean isSent() {
		return this != HIT && this != STALE;
	}

	static RequestOutcome of(CacheOutcome outcome) {
		return valueOf(outcome.name());
	}

}
