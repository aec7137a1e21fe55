package dev.hyperclient.autoconfigure;

import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;

import dev.hyperclient.autoconfigure.internal.ConfigurationException;
import dev.hyperclient.autoconfigure.internal.PropertyChecks;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Validates the properties of a service.
 */
record ServicePropertiesValidator(ServiceProperties service, PropertyChecks checks) {

	private static final int MAX_PORT = 65_535;

	private static final Duration MAX_TIME_TO_LIVE = Duration.ofDays(1);

	private static final Pattern HOST = Pattern.compile("[\\w.-]+|\\[?[\\da-fA-F:.]+]?");

	ServicePropertiesValidator(ServiceProperties service) {
		this(service, new PropertyChecks(service.prefix()));
	}

	/**
	 * Validate the properties.
	 * @throws ConfigurationException if a value cannot be used, or a property lacks
	 * another one
	 */
	void validate() {
		HyperClientProperties properties = this.service.properties();
		requireResolved(properties);
		this.checks.positive("connect-timeout", properties.connectTimeout(), "10s");
		this.checks.positive("read-timeout", properties.readTimeout(), "30s");
		this.checks.positive("call-timeout", properties.callTimeout(), "2m");
		this.checks.notNegative("validation-interval", properties.validationInterval(),
				"1m, or 0s to turn validations off");
		this.checks.positive("health.timeout", properties.health().timeout(), "3s");
		this.checks.notNegative("health.time-to-live", properties.health().timeToLive(),
				"5s, or 0s to disable caching");
		this.checks.require(properties.health().timeToLive().compareTo(MAX_TIME_TO_LIVE) <= 0, "health.time-to-live",
				"at most one day", properties.health().timeToLive(), "5s");
		this.checks.notNegative("retry.max-retry-after", properties.retry().maxRetryAfter(),
				"30s, or 0s to ignore Retry-After");
		this.checks.notNegative("stale-if-error", properties.staleIfError(), "12h, or 0s for never");
		this.checks.notNegative("pause-after-failures", properties.pauseAfterFailures(),
				"30s, or 0s to try the service with each request");
		this.checks.effective(!properties.pauseAfterFailures().isZero() && properties.staleIfError().isZero(),
				"pause-after-failures", "'" + this.service.key("stale-if-error") + "' is not set");
		Set<Integer> statuses = properties.retry().statuses();
		this.checks.require(statuses == null || statuses.stream().allMatch((status) -> status >= 400 && status < 600),
				"retry.statuses", "from 400 to 599", statuses, "504");
		long size = properties.maxResponseSize().toBytes();
		this.checks.require(size > 0 && size <= Integer.MAX_VALUE, "max-response-size", "between 1B and 2047MB",
				properties.maxResponseSize(), "32MB");
		this.checks.require(properties.retry().maxRetries() >= 0, "retry.max-retries", "0 or more",
				properties.retry().maxRetries(), "6, or 0 for no retries");
		Integer connections = properties.maxConnections();
		this.checks.require(connections == null || connections > 0, "max-connections", "1 or more", connections,
				"20, or remove it");
		validate(properties.cache());
		validate(properties.proxy());
		new CollectionPropertiesMapper(this.service).collectionTypes();
	}

	private void requireResolved(HyperClientProperties properties) {
		requireResolved("base-url", properties.baseUrl());
		requireResolved("version", properties.version());
		requireResolved("allowed-origins", properties.allowedOrigins());
		requireResolved("cache.directory", properties.cache().directory());
		requireResolved("cache.description-directory", properties.cache().descriptionDirectory());
		requireResolved("ssl.bundle", properties.ssl().bundle());
		requireResolved("oauth2.registration-id", properties.oauth2().registrationId());
		requireResolved("proxy.host", properties.proxy().host());
		requireResolved("proxy.username", properties.proxy().username());
		requireResolved("proxy.password", properties.proxy().password());
		properties.collections().forEach((name, collection) -> {
			requireResolved("collections." + name + ".key-path", collection.keyPath());
			requireResolved("collections." + name + ".of", collection.of());
		});
	}

	private void requireResolved(String property, @Nullable Object value) {
		PropertyChecks.requireResolved(this.service.key(property), value);
	}

	private void validate(HyperClientProperties.Cache cache) {
		this.checks.require(cache.rules().stream().allMatch((rule) -> rule.serviceGroup() == null), "cache.rules",
				"rules without a service-group, since the requests of a service have none", null, "url: /people/**");
		this.checks.require(cache.rules().stream().noneMatch((rule) -> Boolean.TRUE.equals(rule.safePost())),
				"cache.rules", "rules without safe-post, since a named operation may write", null, "methods: [GET]");
		this.checks.cacheSize("cache.max-size", cache.maxSize(), "100MB");
		this.checks.cacheSize("cache.memory-tier", cache.memoryTier(), "10MB");
		this.checks.positive("cache.max-idle-time", cache.maxIdleTime(), "30d, or remove it");
		if (cache.store() == HyperClientProperties.Cache.Store.REDIS) {
			validate(cache, cache.redis());
		}
	}

	private void validate(HyperClientProperties.Cache cache, HyperClientProperties.Redis redis) {
		requireFiles("cache.directory", cache.directory() != null, "");
		requireFiles("cache.max-size", cache.maxSize() != null,
				" The size of Redis is limited by its own setting 'maxmemory'.");
		requireFiles("cache.max-idle-time", cache.maxIdleTime() != null,
				" How long a response stays in Redis is set by '%s'."
					.formatted(this.service.key("cache.redis.max-stored-time")));
		this.checks.positive("cache.redis.timeout", redis.timeout(), "50ms");
		this.checks.notNegative("cache.redis.grace", redis.grace(), "1h, or 0s for none");
		this.checks.positive("cache.redis.max-stored-time", redis.maxStoredTime(), "1d");
		this.checks.positive("cache.redis.max-body-size", redis.maxBodySize(), "10MB");
		this.checks.redisPrefix("cache.redis.prefix", redis.prefix(), "my-application, or remove it");
	}

	private void requireFiles(String property, boolean isSet, String more) {
		if (isSet) {
			throw new ConfigurationException("'%s' is set, but '%s' is redis".formatted(this.service.key(property),
					this.service.key("cache.store")), "Remove one of them.%s".formatted(more));
		}
	}

	private void validate(HyperClientProperties.Proxy proxy) {
		Integer port = proxy.port();
		this.checks.require(port == null || (port > 0 && port <= MAX_PORT), "proxy.port", "between 1 and " + MAX_PORT,
				port, "3128");
		boolean hasHost = StringUtils.hasText(proxy.host());
		if (hasHost && !HOST.matcher(String.valueOf(proxy.host())).matches()) {
			// Without the value, which may contain a password.
			throw ConfigurationException.ofProperty(this.service.key("proxy.host"), null,
					"must be a host name or an IP address and nothing else",
					"a value such as proxy.example.com, and use '%s', '%s' and '%s' for the rest".formatted(
							this.service.key("proxy.port"), this.service.key("proxy.username"),
							this.service.key("proxy.password")));
		}
		this.checks.requireBoth(StringUtils.hasText(proxy.username()), "proxy.username", hasHost, "proxy.host");
		this.checks.requireBoth(StringUtils.hasText(proxy.password()), "proxy.password",
				StringUtils.hasText(proxy.username()), "proxy.username");
		this.checks.requireBoth(hasHost, "proxy.host", port != null, "proxy.port");
		this.checks.requireBoth(port != null, "proxy.port", hasHost, "proxy.host");
	}

}
