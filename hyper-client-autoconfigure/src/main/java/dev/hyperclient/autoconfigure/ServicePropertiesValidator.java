package dev.hyperclient.autoconfigure;

import java.time.Duration;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/**
 * Validates the properties of a service. The records that hold the values do not know the
 * keys that messages name.
 */
final class ServicePropertiesValidator {

	private static final Logger logger = LoggerFactory.getLogger(ServicePropertiesValidator.class);

	/** A smaller cache is more likely a value without a unit. */
	private static final DataSize MIN_CACHE_SIZE = DataSize.ofKilobytes(64);

	private static final int MAX_PORT = 65_535;

	private static final Duration MAX_TIME_TO_LIVE = Duration.ofDays(1);

	private static final Pattern HOST = Pattern.compile("[\\w.-]+|\\[?[\\da-fA-F:.]+]?");

	private static final Pattern KEY_PREFIX = Pattern.compile("[\\w.:-]+");

	private final ServiceProperties service;

	ServicePropertiesValidator(ServiceProperties service) {
		this.service = service;
	}

	/**
	 * Validate the properties.
	 * @throws HyperClientConfigurationException if a value cannot be used, or a property
	 * lacks another one
	 */
	void validate() {
		HyperClientProperties properties = this.service.properties();
		positive("connect-timeout", properties.connectTimeout(), "10s");
		positive("read-timeout", properties.readTimeout(), "30s");
		positive("call-timeout", properties.callTimeout(), "2m");
		notNegative("validation-interval", properties.validationInterval(), "1m, or 0s to turn validations off");
		positive("health.timeout", properties.health().timeout(), "3s");
		notNegative("health.time-to-live", properties.health().timeToLive(), "5s, or 0s to disable caching");
		require(properties.health().timeToLive().compareTo(MAX_TIME_TO_LIVE) <= 0, "health.time-to-live",
				"at most one day", properties.health().timeToLive(), "5s");
		notNegative("retry.max-retry-after", properties.retry().maxRetryAfter(), "30s, or 0s to ignore Retry-After");
		long size = properties.maxResponseSize().toBytes();
		require(size > 0 && size <= Integer.MAX_VALUE, "max-response-size", "between 1B and 2047MB",
				properties.maxResponseSize(), "32MB");
		require(properties.retry().maxRetries() >= 0, "retry.max-retries", "0 or more", properties.retry().maxRetries(),
				"6, or 0 for no retries");
		Integer connections = properties.maxConnections();
		require(connections == null || connections > 0, "max-connections", "1 or more", connections,
				"20, or remove it");
		validate(properties.cache());
		validate(properties.proxy());
		new CollectionPropertiesMapper(this.service).collectionTypes();
	}

	private void validate(HyperClientProperties.Cache cache) {
		positive("cache.max-size", cache.maxSize(), "100MB, or remove it");
		positive("cache.memory", cache.memory(), "10MB, or remove it");
		warnIfSmall("cache.max-size", cache.maxSize(), "100MB");
		warnIfSmall("cache.memory", cache.memory(), "10MB");
		if (cache.maxAge() != null) {
			positive("cache.max-age", cache.maxAge(), "30d, or remove it");
		}
		if (cache.store() == HyperClientProperties.Cache.Store.REDIS) {
			validate(cache, cache.redis());
		}
	}

	private void validate(HyperClientProperties.Cache cache, HyperClientProperties.Redis redis) {
		requireFiles("cache.directory", cache.directory() != null, "");
		requireFiles("cache.max-size", cache.maxSize() != null,
				" The size of Redis is limited by its own setting 'maxmemory'.");
		positive("cache.redis.timeout", redis.timeout(), "50ms");
		notNegative("cache.redis.grace", redis.grace(), "1h, or 0s for none");
		positive("cache.redis.max-response-size", redis.maxResponseSize(), "10MB");
		String prefix = redis.prefix();
		require(prefix == null || KEY_PREFIX.matcher(prefix).matches(), "cache.redis.prefix",
				"letters, digits and the characters . _ - :", prefix, "my-application, or remove it");
	}

	private void requireFiles(String property, boolean isSet, String more) {
		if (isSet) {
			throw new HyperClientConfigurationException("'%s' is set, but '%s' is redis"
				.formatted(this.service.key(property), this.service.key("cache.store")),
					"Remove one of them.%s".formatted(more));
		}
	}

	private void warnIfSmall(String key, @Nullable DataSize size, String example) {
		if (size != null && size.compareTo(MIN_CACHE_SIZE) < 0) {
			logger.warn("'{}' is {} bytes, so few responses are cached. Set it to a value with a unit, such as {}.",
					this.service.key(key), size.toBytes(), example);
		}
	}

	private void validate(HyperClientProperties.Proxy proxy) {
		Integer port = proxy.port();
		require(port == null || (port > 0 && port <= MAX_PORT), "proxy.port", "between 1 and " + MAX_PORT, port,
				"3128");
		boolean hasHost = StringUtils.hasText(proxy.host());
		if (hasHost && !HOST.matcher(String.valueOf(proxy.host())).matches()) {
			// Without the value, which may contain a password.
			throw new InvalidServicePropertyException(this.service.key("proxy.host"), null,
					"must be a host name or an IP address and nothing else",
					"a value such as proxy.example.com, and use '%s', '%s' and '%s' for the rest".formatted(
							this.service.key("proxy.port"), this.service.key("proxy.username"),
							this.service.key("proxy.password")));
		}
		requireBoth(StringUtils.hasText(proxy.username()), "proxy.username", hasHost, "proxy.host");
		requireBoth(StringUtils.hasText(proxy.password()), "proxy.password", StringUtils.hasText(proxy.username()),
				"proxy.username");
		requireBoth(hasHost, "proxy.host", port != null, "proxy.port");
		requireBoth(port != null, "proxy.port", hasHost, "proxy.host");
	}

	private void requireBoth(boolean isSet, String property, boolean isOtherSet, String other) {
		if (isSet && !isOtherSet) {
			throw HyperClientConfigurationException.incomplete("proxy configuration", this.service.key(property),
					this.service.key(other), "");
		}
	}

	private void positive(String property, Duration value, String example) {
		require(!value.isZero() && !value.isNegative(), property, "positive", value, example);
	}

	private void positive(String property, @Nullable DataSize value, String example) {
		require(value == null || value.toBytes() > 0, property, "positive", value, example);
	}

	private void notNegative(String property, Duration value, String example) {
		require(!value.isNegative(), property, "positive or zero", value, example);
	}

	private void require(boolean valid, String property, String requirement, @Nullable Object value, String example) {
		if (!valid) {
			throw new InvalidServicePropertyException(this.service.key(property), value, "must be " + requirement,
					"a value such as " + example);
		}
	}

}
