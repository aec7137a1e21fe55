package dev.hyperclient.internal.journal;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

import dev.hyperclient.cache.api.CacheOutcome;
import org.jspecify.annotations.Nullable;

/**
 * A request of a client, sent or answered by the cache. Without header fields and
 * content. Serializable, since flash attributes are stored in the session.
 *
 * @param time when the request ended
 * @param service the name of the service
 * @param method the HTTP method
 * @param target path and query, without the values of parameters that may be secrets. A
 * URL without its query for another host than the host of the call
 * @param status the status, of the service if it was asked; {@code null} without any
 * response
 * @param outcome how the request ended
 * @param duration the time that it took; of a {@link Outcome#RETRY}, with the wait before
 * the next attempt
 * @param receivedBytes the length of the content that was received, decoded; {@code null}
 * if it is unknown, for instance because it is still being read
 * @param savedBytes the length of the stored content that was used instead of a transfer,
 * decoded
 */
record JournaledRequest(Instant time, String service, String method, String target, @Nullable Integer status,
		Outcome outcome, Duration duration, @Nullable Long receivedBytes, long savedBytes) implements Serializable {

	private static final int THOUSAND = 1000;

	/** Return the duration for pages. */
	public long millis() {
		return this.duration.toMillis();
	}

	/** Return the received content for pages, such as {@code 14 kB}. */
	public String received() {
		return (this.receivedBytes != null) ? text(this.receivedBytes) : "unknown";
	}

	/** Return the content that was not transferred for pages. */
	public String saved() {
		return text(this.savedBytes);
	}

	JournaledRequest withReceivedBytes(@Nullable Long bytes) {
		return new JournaledRequest(this.time, this.service, this.method, this.target, this.status, this.outcome,
				this.duration, bytes, this.savedBytes);
	}

	/** Return a number of bytes for pages. */
	static String text(long bytes) {
		if (bytes < THOUSAND) {
			return bytes + " B";
		}
		double thousands = (double) bytes / THOUSAND;
		return (thousands < THOUSAND) ? rounded(thousands) + " kB" : rounded(thousands / THOUSAND) + " MB";
	}

	private static String rounded(double number) {
		return String.format(Locale.ROOT, (number < 10) ? "%.1f" : "%.0f", number);
	}

	/**
	 * How a request ended: as a {@link CacheOutcome}, or otherwise.
	 */
	enum Outcome {

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

		static Outcome of(CacheOutcome outcome) {
			return valueOf(outcome.name());
		}

	}

}
