package dev.hyperclient.cache;

import java.time.Duration;
import java.util.Objects;

/**
 * What RFC 9111 leaves to a cache that is used alone, by a
 * {@link CacheExchangeFilterFunction}. Immutable.
 *
 * @param heuristicFraction how much of the time since its last modification a response
 * without a lifetime of its own is taken for fresh (RFC 9111, 4.2.2), from 0 (nothing is
 * guessed) to 1; never more than a day. Usual is 0.1
 * @param staleIfError how long after its lifetime a response may answer in place of an
 * error 500, 502, 503 or 504, if neither it nor the request says so (RFC 5861, 4)
 * @param staleIfDisconnected whether a stale response may answer if the server cannot be
 * reached (RFC 9111, 4.2.4); never one that forbids it, as by {@code must-revalidate}
 */
public record CacheSettings(double heuristicFraction, Duration staleIfError, boolean staleIfDisconnected) {

	private static final CacheSettings DEFAULTS = new CacheSettings(0, Duration.ZERO, true);

	public CacheSettings {
		if (!(heuristicFraction >= 0 && heuristicFraction <= 1)) {
			throw new IllegalArgumentException("'heuristicFraction' must be from 0 to 1, not " + heuristicFraction);
		}
		Objects.requireNonNull(staleIfError, "'staleIfError' must not be null");
		if (staleIfError.isNegative()) {
			throw new IllegalArgumentException("'staleIfError' must not be negative");
		}
	}

	/**
	 * Nothing is guessed, and a stale response answers only if somebody allows it or if
	 * the server cannot be reached.
	 * @return the settings
	 */
	public static CacheSettings defaults() {
		return DEFAULTS;
	}

	/**
	 * These settings with another heuristic.
	 * @param fraction from 0 to 1
	 * @return the derived settings
	 */
	public CacheSettings withHeuristicFraction(double fraction) {
		return new CacheSettings(fraction, this.staleIfError, this.staleIfDisconnected);
	}

	/**
	 * These settings with another time for which errors are hidden.
	 * @param time zero for not at all
	 * @return the derived settings
	 */
	public CacheSettings withStaleIfError(Duration time) {
		return new CacheSettings(this.heuristicFraction, time, this.staleIfDisconnected);
	}

	/**
	 * These settings with another answer when the server cannot be reached.
	 * @param allowed whether it may be a stale one
	 * @return the derived settings
	 */
	public CacheSettings withStaleIfDisconnected(boolean allowed) {
		return new CacheSettings(this.heuristicFraction, this.staleIfError, allowed);
	}

}
