package dev.hyperclient.autoconfigure.httpcache;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import dev.hyperclient.autoconfigure.internal.ConfigurationException;
import dev.hyperclient.autoconfigure.internal.PropertyChecks;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/**
 * Validates the properties of the HTTP cache.
 *
 * @param properties the properties
 */
record HttpCachePropertiesValidator(HttpCacheProperties properties) {

	private static final Logger logger = LoggerFactory.getLogger(HttpCacheLog.LOGGER);

	private static final PropertyChecks CHECKS = new PropertyChecks(HttpCacheProperties.PREFIX);

	private static final Pattern STATUS = Pattern.compile("[\\x20-\\x7e]*[\\x21-\\x7e][\\x20-\\x7e]*");

	/** What configures the cache itself, which an application may define in its place. */
	private static final List<String> OF_THE_CACHE = List.of("store", "directory", "trust-directory", "memory",
			"memory-tier", "max-size", "max-idle-time", "max-request-body-size", "heuristic-fraction", "stale-if-error",
			"pause-after-failures", "offline", "cache-status", "identity-key", "identity-key-file", "rules", "redis");

	/** As required by the cache. */
	private static final int MIN_KEY_LENGTH = 16;

	/**
	 * Validate the properties, other than the rules.
	 * @param storeBean the name of the bean that is the store, {@code null} if there is
	 * none
	 * @throws ConfigurationException if a value cannot be used, or properties contradict
	 * each other
	 */
	void validate(@Nullable String storeBean) {
		if (this.properties.clients() == HttpCacheProperties.Clients.ALL
				&& !this.properties.serviceGroups().isEmpty()) {
			throw new ConfigurationException(
					"'%s' is 'all', so '%s' has no effect".formatted(key("clients"), key("service-groups")),
					"Remove one of them.");
		}
		validateStore(storeBean);
		CHECKS.memorySize("memory", this.properties.memory(), "32MB");
		CHECKS.memorySize("memory-tier", this.properties.memoryTier(), "10MB");
		CHECKS.cacheSize("max-size", this.properties.maxSize(), "256MB");
		CHECKS.positive("max-idle-time", this.properties.maxIdleTime(), "30d");
		CHECKS.positive("max-body-size", this.properties.maxBodySize(), "10MB");
		CHECKS.positive("max-request-body-size", this.properties.maxRequestBodySize(), "64KB");
		double fraction = this.properties.heuristicFraction();
		CHECKS.require(fraction >= 0 && fraction <= 1, "heuristic-fraction", "from 0 to 1", fraction, "0.1");
		CHECKS.notNegative("stale-if-error", this.properties.staleIfError(), "5m");
		CHECKS.notNegative("pause-after-failures", this.properties.pauseAfterFailures(), "30s");
		String status = this.properties.cacheStatus();
		CHECKS.require(status == null || status.isEmpty() || STATUS.matcher(status).matches(), "cache-status",
				"printable ASCII", status, "my-app");
		CHECKS.exclusive("identity-key", StringUtils.hasText(this.properties.identityKey()), "identity-key-file",
				this.properties.identityKeyFile() != null);
		String secret = this.properties.identityKey();
		if (StringUtils.hasText(secret) && secret.length() < MIN_KEY_LENGTH) {
			throw new ConfigurationException(
					"'%s' has less than %d characters".formatted(key("identity-key"), MIN_KEY_LENGTH),
					"Set '%s' to a random text that is hard to guess.".formatted(key("identity-key")));
		}
		// Spring Boot leaves such a text as it is, so that all could know the key.
		if (secret != null && secret.contains("${")) {
			throw new ConfigurationException(
					"'%s' contains a placeholder that cannot be resolved".formatted(key("identity-key")),
					"Set the environment variable or property that '%s' names.".formatted(key("identity-key")));
		}
	}

	/**
	 * Warn of properties that have no effect on the cache of the properties.
	 * @param storeBean the name of the bean that is the store, {@code null} if there is
	 * none
	 */
	void warn(Environment environment, @Nullable String storeBean) {
		CHECKS.effective(!this.properties.usesRedis() && CHECKS.isSet("redis", environment), "redis",
				"'" + key("store") + "' is not 'redis'");
		boolean inDirectory = this.properties.directory() != null;
		CHECKS.effective(this.properties.trustDirectory() && !inDirectory, "trust-directory",
				"'" + key("directory") + "' is not set");
		String secret = this.properties.identityKey();
		CHECKS.effective(secret != null && secret.isEmpty() && this.properties.identityKeyFile() == null,
				"identity-key", "it is empty");
		boolean inMemory = !inDirectory && !this.properties.usesRedis() && storeBean == null;
		CHECKS.effective(inMemory && StringUtils.hasText(secret), "identity-key", "the cache is in memory");
		CHECKS.effective(inMemory && this.properties.identityKeyFile() != null, "identity-key-file",
				"the cache is in memory");
		DataSize maxBodySize = this.properties.maxBodySize();
		CHECKS.effective(inDirectory && maxBodySize.compareTo(this.properties.maxDirectorySize()) > 0, "max-body-size",
				"'" + key("max-size") + "' is less");
		for (int i = 0; i < this.properties.rules().size(); i++) {
			CacheRuleProperties rule = this.properties.rules().get(i);
			DataSize size = rule.maxBodySize();
			CHECKS.effective(size != null && size.compareTo(maxBodySize) > 0, "rules[" + i + "].max-body-size",
					"'" + key("max-body-size") + "' is less");
		}
		if (this.properties.usesRedis()) {
			warnOfShortTimes(this.properties.redis());
		}
		CHECKS.effective(
				!this.properties.pauseAfterFailures().isZero() && this.properties.staleIfError().isZero()
						&& this.properties.rules().stream().allMatch((rule) -> rule.staleIfError() == null),
				"pause-after-failures", "neither '" + key("stale-if-error") + "' nor that of a rule is set");
		CHECKS.seconds("stale-if-error", this.properties.staleIfError(), "5m");
		CHECKS.seconds("max-idle-time", this.properties.maxIdleTime(), "30d");
	}

	/**
	 * Redis knows the lifetimes of responses, but not of rules.
	 */
	private void warnOfShortTimes(HttpCacheProperties.Redis redis) {
		Duration kept = (redis.grace().compareTo(redis.maxStoredTime()) < 0) ? redis.grace() : redis.maxStoredTime();
		if (this.properties.staleIfError().compareTo(redis.maxStoredTime()) > 0) {
			logger.warn("'{}' is {}, but Redis keeps responses for at most '{}', {}.", key("stale-if-error"),
					this.properties.staleIfError(), key("redis.max-stored-time"), redis.maxStoredTime());
		}
		for (int i = 0; i < this.properties.rules().size(); i++) {
			CacheRuleProperties rule = this.properties.rules().get(i);
			Duration maxAge = rule.maxAge();
			if (maxAge != null && maxAge.compareTo(kept) > 0) {
				logger.warn(
						"'{}' is {}, but Redis keeps responses for '{}', {}, after the lifetime that they state, and at most "
								+ "for '{}', {}. Set both to at least {}.",
						key("rules[" + i + "].max-age"), maxAge, key("redis.grace"), redis.grace(),
						key("redis.max-stored-time"), redis.maxStoredTime(), maxAge);
			}
		}
	}

	/**
	 * Warn of properties that have no effect on a cache that the application defines.
	 */
	static void warnOfOwnCache(Environment environment) {
		OF_THE_CACHE.forEach((property) -> CHECKS.effective(CHECKS.isSet(property, environment), property,
				"the application defines a bean of the type HttpCache"));
	}

	private void validateStore(@Nullable String storeBean) {
		Path directory = this.properties.directory();
		CHECKS.exclusive("directory", directory != null, "memory", this.properties.memory() != null);
		if (this.properties.usesRedis()) {
			validateRedis(this.properties.redis());
			return;
		}
		if (this.properties.store() == HttpCacheProperties.Store.FILES && directory == null) {
			throw new ConfigurationException(
					"'%s' is 'files', but '%s' is not set".formatted(key("store"), key("directory")),
					"Set '%s' too, or remove '%s'.".formatted(key("directory"), key("store")));
		}
		requireNotSet("directory", directory, HttpCacheProperties.Store.MEMORY);
		requireDirectory("max-size", this.properties.maxSize(), "", storeBean);
		requireDirectory("max-idle-time", this.properties.maxIdleTime(), "", storeBean);
		requireDirectory("memory-tier", this.properties.memoryTier(), " Or set '%s' to redis.".formatted(key("store")),
				storeBean);
		requireNoTilde("directory", directory);
		requireNoTilde("identity-key-file", this.properties.identityKeyFile());
		if (directory != null && Files.exists(directory) && !Files.isDirectory(directory)) {
			throw new ConfigurationException(
					"'%s' is '%s', which is not a directory".formatted(key("directory"), directory),
					"Set '%s' to a directory, which is created if it is missing.".formatted(key("directory")));
		}
	}

	private void requireDirectory(String property, @Nullable Object value, String alternative,
			@Nullable String storeBean) {
		if (value != null && storeBean != null) {
			throw new ConfigurationException(
					"'%s' is set, but the store is the ResponseStore bean '%s'".formatted(key(property), storeBean),
					"Remove '%s', or set '%s' or '%s'.".formatted(key(property), key("directory"), key("store")));
		}
		if (value != null && this.properties.directory() == null) {
			throw ConfigurationException.incomplete(key(property), key("directory"), alternative);
		}
	}

	private void requireNotSet(String property, @Nullable Object value, HttpCacheProperties.Store store) {
		if (value != null && this.properties.store() == store) {
			throw new ConfigurationException("'%s' is '%s', so '%s' has no effect".formatted(key("store"),
					store.name().toLowerCase(Locale.ROOT), key(property)), "Remove one of them.");
		}
	}

	/**
	 * Otherwise the home directory of a shell would be a directory of that name.
	 */
	private void requireNoTilde(String property, @Nullable Path path) {
		if (path != null && path.startsWith("~")) {
			throw new ConfigurationException(
					"'%s' is '%s', but '~' is not replaced by the home directory".formatted(key(property), path),
					"Write '${user.home}' in place of '~'.");
		}
	}

	private void validateRedis(HttpCacheProperties.Redis redis) {
		requireNotSet("directory", this.properties.directory(), HttpCacheProperties.Store.REDIS);
		requireNotSet("memory", this.properties.memory(), HttpCacheProperties.Store.REDIS);
		requireNotSet("max-size", this.properties.maxSize(), HttpCacheProperties.Store.REDIS);
		requireNotSet("max-idle-time", this.properties.maxIdleTime(), HttpCacheProperties.Store.REDIS);
		CHECKS.redisPrefix("redis.prefix", redis.prefix(), "my-application");
		CHECKS.positive("redis.timeout", redis.timeout(), "50ms");
		CHECKS.notNegative("redis.grace", redis.grace(), "1h");
		CHECKS.positive("redis.max-stored-time", redis.maxStoredTime(), "1d");
	}

	/**
	 * Return the full key of a property.
	 * @param property the key below {@code hyper-client.http-cache}
	 */
	static String key(String property) {
		return CHECKS.key(property);
	}

}
