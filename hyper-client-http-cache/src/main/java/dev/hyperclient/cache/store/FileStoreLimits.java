package dev.hyperclient.cache.store;

import java.time.Clock;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

/**
 * How much a directory may hold and for how long. Immutable.
 *
 * @param maxSize how much all files may take together, or {@code null} for no limit. When
 * it is exceeded, the least recently used ones are removed in the background, so for a
 * moment it can be more
 * @param maxAge how long a response stays after it was last used, or {@code null} for no
 * limit
 * @param clock tells the age
 */
public record FileStoreLimits(@Nullable DataSize maxSize, @Nullable Duration maxAge, Clock clock) {

	/**
	 * Without limits.
	 */
	public static final FileStoreLimits NONE = new FileStoreLimits(null, null, Clock.systemUTC());

	public FileStoreLimits {
		if (maxSize != null && maxSize.toBytes() <= 0) {
			throw new IllegalArgumentException("The largest size of a cache must be positive, not " + maxSize);
		}
		if (maxAge != null && (maxAge.isZero() || maxAge.isNegative())) {
			throw new IllegalArgumentException("The greatest age in a cache must be positive, not " + maxAge);
		}
	}

	boolean areSet() {
		return this.maxSize != null || this.maxAge != null;
	}

	long maxBytes() {
		return (this.maxSize != null) ? this.maxSize.toBytes() : Long.MAX_VALUE;
	}

}
