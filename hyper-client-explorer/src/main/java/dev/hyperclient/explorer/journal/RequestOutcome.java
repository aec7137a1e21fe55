package dev.hyperclient.explorer.journal;

import java.util.Locale;

import dev.hyperclient.cache.CacheOutcome;

/**
 * How a request ended.
 */
public enum RequestOutcome {

	/**
	 * A fresh stored response was used; nothing was sent.
	 */
	HIT("hit"),

	/**
	 * A stale stored response was used.
	 */
	STALE("stale"),

	/**
	 * The service confirmed the stored response with a 304.
	 */
	REVALIDATED("304"),

	/**
	 * The service sent the response.
	 */
	MISS("miss"),

	/**
	 * The service sent the response to a request that is not cached, such as a write.
	 */
	BYPASS("bypass"),

	/**
	 * The service refused the request, which was then sent again.
	 */
	RETRY("retry"),

	/**
	 * The service sent an error status, or there was no response.
	 */
	ERROR("error");

	private final String label;

	RequestOutcome(String label) {
		this.label = label;
	}

	/**
	 * Return the text for pages.
	 * @return the text, of one word
	 */
	public String label() {
		return this.label;
	}

	/**
	 * Return the CSS class for pages.
	 * @return the name in lower case
	 */
	public String style() {
		return name().toLowerCase(Locale.ROOT);
	}

	/**
	 * Return whether the cache did not answer.
	 * @return {@code false} if the cache alone answered
	 */
	public boolean isSent() {
		return this != HIT && this != STALE;
	}

	static RequestOutcome of(CacheOutcome outcome) {
		return switch (outcome) {
			case HIT -> HIT;
			case STALE -> STALE;
			case REVALIDATED -> REVALIDATED;
			case MISS -> MISS;
			case BYPASS -> BYPASS;
		};
	}

}
