package dev.hyperclient.cache.redis;

import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;

import org.springframework.util.unit.DataSize;

/**
 * The settings of a {@link RedisResponseStore}. Immutable.
 *
 * @param prefix the beginning of all keys, of letters, digits and {@code . _ - :}. Stores
 * with the same prefix share their responses
 * @param maxStoredTime how long a response stays in Redis at most; also the longest time
 * for which it can be served after an invalidation that Redis has lost
 * @param grace how long a response stays in Redis after its freshness lifetime, so that
 * it can be validated
 * @param maxBodySize the maximum length of the content of a response; longer ones are not
 * stored
 * @param timeout how much longer a request may take because of Redis, for each MiB of
 * content again
 * @param timeoutSetting what messages call the timeout, for instance the property that
 * sets it
 */
public record RedisStoreSettings(String prefix, Duration maxStoredTime, Duration grace, DataSize maxBodySize,
		Duration timeout, String timeoutSetting) {

	private static final Pattern PREFIX = Pattern.compile("[\\w.:-]+");

	private static final RedisStoreSettings DEFAULTS = new RedisStoreSettings("hyper-client", Duration.ofDays(1),
			Duration.ofHours(1), DataSize.ofMegabytes(10), Duration.ofMillis(50), "'timeout'");

	public RedisStoreSettings {
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
		Objects.requireNonNull(timeoutSetting, "'timeoutSetting' must not be null");
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
	 * @param prefix the beginning of all keys
	 * @return the derived settings
	 */
	public RedisStoreSettings withPrefix(String prefix) {
		return new RedisStoreSettings(prefix, this.maxStoredTime, this.grace, this.maxBodySize, this.timeout,
				this.timeoutSetting);
	}

	/**
	 * Return these settings with another maximum age.
	 * @param maxStoredTime how long a response stays in Redis at most
	 * @return the derived settings
	 */
	public RedisStoreSettings withMaxStoredTime(Duration maxStoredTime) {
		return new RedisStoreSettings(this.prefix, maxStoredTime, this.grace, this.maxBodySize, this.timeout,
				this.timeoutSetting);
	}

	/**
	 * Return these settings with another grace.
	 * @param grace how long a response stays in Redis after its freshness lifetime
	 * @return the derived settings
	 */
	public RedisStoreSettings withGrace(Duration grace) {
		return new RedisStoreSettings(this.prefix, this.maxStoredTime, grace, this.maxBodySize, this.timeout,
				this.timeoutSetting);
	}

	/**
	 * Return these settings with another maximum size.
	 * @param maxBodySize the maximum length of the content of a response
	 * @return the derived settings
	 */
	public RedisStoreSettings withMaxBodySize(DataSize maxBodySize) {
		return new RedisStoreSettings(this.prefix, this.maxStoredTime, this.grace, maxBodySize, this.timeout,
				this.timeoutSetting);
	}

	/**
	 * Return these settings with another timeout.
	 * @param timeout how much longer a request may take because of Redis
	 * @return the derived settings
	 */
	public RedisStoreSettings withTimeout(Duration timeout) {
		return new RedisStoreSettings(this.prefix, this.maxStoredTime, this.grace, this.maxBodySize, timeout,
				this.timeoutSetting);
	}

	/**
	 * Return these settings with another name of the timeout in messages.
	 * @param timeoutSetting for instance the property that sets it, in quotation marks
	 * @return the derived settings
	 */
	public RedisStoreSettings withTimeoutSetting(String timeoutSetting) {
		return new RedisStoreSettings(this.prefix, this.maxStoredTime, this.grace, this.maxBodySize, this.timeout,
				timeoutSetting);
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
