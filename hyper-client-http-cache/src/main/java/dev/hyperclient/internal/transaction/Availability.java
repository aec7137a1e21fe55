package dev.hyperclient.internal.transaction;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.hyperclient.internal.http.Origin;
import org.jspecify.annotations.Nullable;

/**
 * Availability of origins: whether requests are sent at all, and the origins whose last
 * requests have failed. Shared by the caches that are derived from one. Thread-safe.
 */
public final class Availability {

	/** Failures in a row after which not every request is sent. */
	private static final int FAILURES = 3;

	private static final int MAX_ORIGINS = 1000;

	private final Map<Origin, Outage> outages = new ConcurrentHashMap<>();

	private volatile boolean offline;

	public boolean isOffline() {
		return this.offline;
	}

	public void switchOffline(boolean offline) {
		this.offline = offline;
	}

	/**
	 * Whether a request that a stored response can answer is not sent, since its origin
	 * has failed. In each interval one such request is sent.
	 * @param interval the interval, zero to send each
	 */
	boolean isPaused(URI uri, Duration interval, Instant now) {
		if (interval.isZero() || this.outages.isEmpty()) {
			return false;
		}
		Origin origin = Origin.of(uri);
		@Nullable Outage outage = this.outages.get(origin);
		if (outage == null || outage.failures() < FAILURES) {
			return false;
		}
		// Of several requests at the end of an interval, one replaces the outage.
		Duration since = Duration.between(outage.lastTry(), now);
		return (!since.isNegative() && since.compareTo(interval) < 0)
				|| !this.outages.replace(origin, outage, new Outage(outage.failures(), now));
	}

	/**
	 * Count a request that was not answered, or with an error of the server.
	 */
	void failed(URI uri, Instant now) {
		if (this.outages.size() >= MAX_ORIGINS) {
			this.outages.clear();
		}
		// In a pause, a request that is sent in any case does not put off the next try.
		this.outages.merge(Origin.of(uri), new Outage(1, now),
				(known, one) -> (known.failures() < FAILURES) ? new Outage(known.failures() + 1, now) : known);
	}

	/**
	 * End the outage of an origin that has answered a request.
	 */
	void answered(URI uri) {
		if (!this.outages.isEmpty()) {
			this.outages.remove(Origin.of(uri));
		}
	}

	/**
	 * Requests to an origin that have failed in a row.
	 *
	 * @param failures their number
	 * @param lastTry the time of the last one
	 */
	private record Outage(int failures, Instant lastTry) {
	}

}
