package dev.hyperclient.cache.redis;

import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;

import dev.hyperclient.internal.redis.NamedTimeout;

import org.springframework.util.unit.DataSize;

/**
 * The settings of a {@link RedisResponseStore}. Immutable.
 */
public final class RedisStoreSettings extends NamedTimeout {

	private static final Pattern PREFIX = Pattern.compile("[\\w.:-]+");

	private static final RedisStoreSettings DEFAULTS = new RedisStoreSettings("hyper-client", Duration.ofDays(1),
			Duration.ofHours(1), DataSize.ofMegabytes(10), Duration.ofMillis(50), "'timeout'");

	private final String prefix;

	private final Duration maxAge;

	private final Duration grace;

	private final DataSize maxResponseSize;

	private final Duration timeout;

	private RedisStoreSettings(String prefix, Duration maxAge, Duration grace, DataSize maxResponseSize,
			Duration timeout, String timeoutSetting) {
		super(timeoutSetting);
		Objects.requireNonNull(prefix, "'prefix' must not be null");
		if (!PREFIX.matcher(prefix).matches()) {
			throw new IllegalArgumentException(
					"'prefix' must consist of letters, digits and the characters . _ - :, not '" + prefix + "'");
		}
		requirePositive("maxAge", maxAge);
		Objects.requireNonNull(grace, "'grace' must not be null");
		if (grace.isNegative()) {
			throw new IllegalArgumentException("'grace' must not be negative");
		}
		if (maxResponseSize.toBytes() <= 0) {
			throw new IllegalArgumentException("'maxResponseSize' must be positive, not " + maxResponseSize);
		}
		requirePositive("timeout", timeout);
		this.prefix = prefix;
		this.maxAge = maxAge;
		this.grace = grace;
		this.maxResponseSize = maxResponseSize;
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
	 */
	public RedisStoreSettings withPrefix(String prefix) {
		return new RedisStoreSettings(prefix, this.maxAge, this.grace, this.maxResponseSize, this.timeout,
				this.timeoutSetting);
	}

	/**
	 * Return these settings with another maximum age.
	 * @param maxAge how long a response stays in Redis at most; also the longest time for
	 * which it can be served after an invalidation that Redis has lost
	 * @return the derived settings
	 */
	public RedisStoreSettings withMaxAge(Duration maxAge) {
		return new RedisStoreSettings(this.prefix, maxAge, this.grace, this.maxResponseSize, this.timeout,
				this.timeoutSetting);
	}

	/**
	 * Return these settings with another grace.
	 * @param grace how long a response stays in Redis after its freshness lifetime, so
	 * that it can be validated
	 * @return the derived settings
	 */
	public RedisStoreSettings withGrace(Duration grace) {
		return new RedisStoreSettings(this.prefix, this.maxAge, grace, this.maxResponseSize, this.timeout,
				this.timeoutSetting);
	}

	/**
	 * Return these settings with another maximum size.
	 * @param maxResponseSize the maximum length of the content of a response; longer ones
	 * are not stored
	 * @return the derived settings
	 */
	public RedisStoreSettings withMaxResponseSize(DataSize maxResponseSize) {
		return new RedisStoreSettings(this.prefix, this.maxAge, this.grace, maxResponseSize, this.timeout,
				this.timeoutSetting);
	}

	/**
	 * Return these settings with another timeout.
	 * @param timeout how much longer a request may take because of Redis, for each MiB of
	 * content again
	 * @return the derived settings
	 */
	public RedisStoreSettings withTimeout(Duration timeout) {
		return new RedisStoreSettings(this.prefix, this.maxAge, this.grace, this.maxResponseSize, timeout,
				this.timeoutSetting);
	}

	String prefix() {
		return this.prefix;
	}

	Duration maxAge() {
		return this.maxAge;
	}

	Duration grace() {
		return this.grace;
	}

	DataSize maxResponseSize() {
		return this.maxResponseSize;
	}

	Duration timeout() {
		return this.timeout;
	}

	/**
	 * Return the timeout and its name, for messages.
	 */
	String timeoutText() {
		return this.timeout.toMillis() + " ms (" + this.timeoutSetting + ")";
	}

	private static void requirePositive(String name, Duration value) {
		Objects.requireNonNull(value, () -> "'" + name + "' must not be null");
		if (value.isNegative() || value.isZero()) {
			throw new IllegalArgumentException("'" + name + "' must be positive, not " + value);
		}
	}

}
