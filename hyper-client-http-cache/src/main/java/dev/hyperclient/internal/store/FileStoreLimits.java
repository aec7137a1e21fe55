package dev.hyperclient.internal.store;

import java.time.Clock;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

/**
 * The limits of a directory. Immutable.
 *
 * @param maxSize the maximum size of all files, or {@code null} for no limit. Beyond it,
 * the least recently used responses are evicted in the background, so it may be exceeded
 * for a moment
 * @param maxAge how long a response is stored after its last use, or {@code null} for no
 * limit
 * @param clock the clock for the age
 */
public record FileStoreLimits(@Nullable DataSize maxSize, @Nullable Duration maxAge, Clock clock) {

	/**
	 * No limits.
	 */
	public static final FileStoreLimits NONE = new FileStoreLimits(null, null, Clock.systemUTC());

	public FileStoreLimits {
		if (maxSize != null && maxSize.toBytes() <= 0) {
			throw new IllegalArgumentException("'maxSize' must be positive, not " + maxSize);
		}
		if (maxAge != null && (maxAge.isZero() || maxAge.isNegative())) {
			throw new IllegalArgumentException("'maxAge' must be positive, not " + maxAge);
		}
	}

	boolean areSet() {
		return this.maxSize != null || this.maxAge != null;
	}

	long maxBytes() {
		return (this.maxSize != null) ? this.maxSize.toBytes() : Long.MAX_VALUE;
	}

}
