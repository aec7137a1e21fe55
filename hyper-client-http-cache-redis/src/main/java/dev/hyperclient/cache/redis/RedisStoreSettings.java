package dev.hyperclient.cache.redis;

import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;

import dev.hyperclient.internal.redis.TimeoutName;

import org.springframework.util.unit.DataSize;

/**
 * The settings of a {@link RedisResponseStore}. Immutable.
 */
public final class RedisStoreSettings {

	static {
		TimeoutName.PART.foundIn(RedisStoreSettings.class, (settings) -> settings.timeoutName);
	}

	private static final Pattern PREFIX = Pattern.compile("[\\w.:-]+");

	private static final RedisStoreSettings DEFAULTS = new RedisStoreSettings("hyper-client", Duration.ofDays(1),
			Duration.ofHours(1), DataSize.ofMegabytes(10), Duration.ofMillis(50));

	final String prefix;

	final Duration maxStoredTime;

	final Duration grace;

	final DataSize maxBodySize;

	final Duration timeout;

	private final TimeoutName timeoutName = new TimeoutName();

	private RedisStoreSettings(String prefix, Duration maxStoredTime, Duration grace, DataSize maxBodySize,
			Duration timeout) {
		Objects.requireNonNull(prefix, "'prefix' must not be null");
		if (!PREFIX.matcher(prefix).matches()) {
			throw new IllegalArgumentException(
					"'prefix' must consist of letters, digits and the characters . _ - :, not '" + prefix + "'");
		}
		requirePositive("maxStoredTime", maxStoredTime);
		Objects.requireNonNull(grace, "'grace' must not be null");
		if (grace.isNegative()) {
			throw new IllegalArgumentException("'grace' must not be negative");
		}
		if (maxBodySize.toBytes() <= 0) {
			throw new IllegalArgumentException("'maxBodySize' must be positive, not " + maxBodySize);
		}
		requirePositive("timeout", timeout);
		this.prefix = prefix;
		this.maxStoredTime = maxStoredTime;
		this.grace = grace;
		this.maxBodySize = maxBodySize;
		this.timeout = timeout;
	}

	/**
	 * Return the default settings: the prefix {@code hyper-client}, one day, a grace of
	 * one hour, 10 MB and 50 ms.
	 * @return the settings
	 */
	public static RedisStoreSettings defaults() {
		return DEFAULTS;
	}

	/**
	 * Return these settings with another prefix.
	 * @param prefix the beginning of all keys, of letters, digits and {@code . _ - :}.
	 * Stores with the same prefix share their responses
	 * @return the derived settings
	 * @throws IllegalArgumentException if the prefix is empty or has other characters
	 */
	public RedisStoreSettings withPrefix(String prefix) {
		return new RedisStoreSettings(prefix, this.maxStoredTime, this.grace, this.maxBodySize, this.timeout);
	}

	/**
	 * Return these settings with another maximum time in Redis.
	 * @param maxStoredTime the maximum time for which a response stays in Redis; also the
	 * maximum time for which it can be served after an invalidation that Redis has lost
	 * @return the derived settings
	 * @throws IllegalArgumentException if the time is not positive
	 */
	public RedisStoreSettings withMaxStoredTime(Duration maxStoredTime) {
		return new RedisStoreSettings(this.prefix, maxStoredTime, this.grace, this.maxBodySize, this.timeout);
	}

	/**
	 * Return these settings with another grace.
	 * @param grace the time for which a response stays in Redis after its freshness
	 * lifetime, so that it can be validated
	 * @return the derived settings
	 * @throws IllegalArgumentException if the time is negative
	 */
	public RedisStoreSettings withGrace(Duration grace) {
		return new RedisStoreSettings(this.prefix, this.maxStoredTime, grace, this.maxBodySize, this.timeout);
	}

	/**
	 * Return these settings with another maximum size.
	 * @param maxBodySize the maximum length of the content of a response; longer ones are
	 * not stored
	 * @return the derived settings
	 * @throws IllegalArgumentException if the size is not positive
	 */
	public RedisStoreSettings withMaxBodySize(DataSize maxBodySize) {
		return new RedisStoreSettings(this.prefix, this.maxStoredTime, this.grace, maxBodySize, this.timeout);
	}

	/**
	 * Return these settings with another timeout.
	 * @param timeout the maximum delay of a request by Redis, and once more for each MiB
	 * of content
	 * @return the derived settings
	 * @throws IllegalArgumentException if the time is not positive
	 */
	public RedisStoreSettings withTimeout(Duration timeout) {
		return new RedisStoreSettings(this.prefix, this.maxStoredTime, this.grace, this.maxBodySize, timeout);
	}

	/**
	 * Return the timeout and its name, for messages.
	 */
	String timeoutText() {
		return this.timeout.toMillis() + " ms (" + this.timeoutName + ")";
	}

	private static void requirePositive(String name, Duration value) {
		Objects.requireNonNull(value, () -> "'" + name + "' must not be null");
		if (value.isNegative() || value.isZero()) {
			throw new IllegalArgumentException("'" + name + "' must be positive, not " + value);
		}
	}

}
