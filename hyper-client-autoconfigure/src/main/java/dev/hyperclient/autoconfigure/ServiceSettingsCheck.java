package dev.hyperclient.autoconfigure;

import java.time.Duration;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.util.unit.DataSize;

/**
 * Finds values that make no sense, and says what to write instead. Not done by the
 * records that hold them, which do not know whose properties they are.
 */
final class ServiceSettingsCheck {

	private static final int LAST_PORT = 65_535;

	private static final Duration LONGEST_TIME_TO_LIVE = Duration.ofDays(1);

	private static final Pattern HOST = Pattern.compile("[\\w.-]+|\\[?[\\da-fA-F:.]+]?");

	private final ServiceSettings settings;

	private ServiceSettingsCheck(ServiceSettings settings) {
		this.settings = settings;
	}

	static void check(ServiceSettings settings) {
		new ServiceSettingsCheck(settings).check();
	}

	private void check() {
		HyperClientProperties properties = this.settings.properties();
		positive("connect-timeout", properties.connectTimeout(), "10s");
		positive("read-timeout", properties.readTimeout(), "30s");
		positive("call-timeout", properties.callTimeout(), "2m");
		positive("health.timeout", properties.health().timeout(), "3s");
		require(properties.health().timeToLive().compareTo(LONGEST_TIME_TO_LIVE) <= 0, "health.time-to-live",
				"a day at the most", properties.health().timeToLive(), "5s");
		notNegative("health.time-to-live", properties.health().timeToLive(), "5s, or 0s to ask every time");
		notNegative("retry.max-retry-after", properties.retry().maxRetryAfter(), "30s, or 0s to pay it no regard");
		long size = properties.maxResponseSize().toBytes();
		require(size > 0 && size <= Integer.MAX_VALUE, "max-response-size", "between 1B and 2047MB",
				properties.maxResponseSize(), "32MB");
		require(properties.retry().maxRetries() >= 0, "retry.max-retries", "0 or more", properties.retry().maxRetries(),
				"6, or 0 for no retries");
		Integer connections = properties.maxConnections();
		require(connections == null || connections > 0, "max-connections", "1 or more", connections,
				"20, or leave it out");
		check(properties.cache());
		check(properties.proxy());
		CollectionSettings.of(this.settings);
	}

	private void check(HyperClientProperties.Cache cache) {
		positive("cache.max-size", cache.maxSize(), "100MB, or leave it out");
		positive("cache.memory", cache.memory(), "10MB, or leave it out");
		if (cache.maxAge() != null) {
			positive("cache.max-age", cache.maxAge(), "30d, or leave it out");
		}
	}

	private void check(HyperClientProperties.Proxy proxy) {
		Integer port = proxy.port();
		require(port == null || (port > 0 && port <= LAST_PORT), "proxy.port", "between 1 and " + LAST_PORT, port,
				"3128");
		boolean hasHost = isSet(proxy.host());
		if (hasHost && !HOST.matcher(String.valueOf(proxy.host())).matches()) {
			throw new FailureAnalyzedException(
					"'%s' must be the name or the address of a host, and nothing else."
						.formatted(this.settings.key("proxy.host")),
					"Set '%s' to a value such as proxy.example.com, and the rest by '%s', '%s' and '%s'.".formatted(
							this.settings.key("proxy.host"), this.settings.key("proxy.port"),
							this.settings.key("proxy.username"), this.settings.key("proxy.password")));
		}
		requireBoth(isSet(proxy.username()), "proxy.username", hasHost, "proxy.host");
		requireBoth(isSet(proxy.password()), "proxy.password", isSet(proxy.username()), "proxy.username");
		requireBoth(hasHost, "proxy.host", port != null, "proxy.port");
		requireBoth(port != null, "proxy.port", hasHost, "proxy.host");
	}

	private void requireBoth(boolean isSet, String set, boolean isOtherSet, String other) {
		if (isSet && !isOtherSet) {
			throw new FailureAnalyzedException(
					"The proxy is half of one: '%s' is set, but '%s' is not.".formatted(this.settings.key(set),
							this.settings.key(other)),
					"Set '%s' too, or remove '%s'.".formatted(this.settings.key(other), this.settings.key(set)));
		}
	}

	private void positive(String property, Duration value, String example) {
		require(!value.isZero() && !value.isNegative(), property, "longer than nothing", value, example);
	}

	private void positive(String property, @Nullable DataSize value, String example) {
		require(value == null || value.toBytes() > 0, property, "more than nothing", value, example);
	}

	private void notNegative(String property, Duration value, String example) {
		require(!value.isNegative(), property, "no negative time", value, example);
	}

	private void require(boolean holds, String property, String rule, @Nullable Object value, String example) {
		if (!holds) {
			String key = this.settings.key(property);
			throw new FailureAnalyzedException("'%s' must be %s but is %s.".formatted(key, rule, value),
					"Set '%s' to a value such as %s.".formatted(key, example));
		}
	}

	static boolean isSet(@Nullable String value) {
		return value != null && !value.isBlank();
	}

}
