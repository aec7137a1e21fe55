package dev.hyperclient.autoconfigure.httpcache;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

import dev.hyperclient.autoconfigure.internal.ConfigurationException;
import dev.hyperclient.autoconfigure.internal.PropertyChecks;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Validates the properties of the HTTP cache.
 *
 * @param properties the properties
 */
record HttpCachePropertiesValidator(HttpCacheProperties properties) {

	private static final PropertyChecks CHECKS = new PropertyChecks(HttpCacheProperties.PREFIX);

	private static final Pattern STATUS = Pattern.compile("[\\x20-\\x7e]*[\\x21-\\x7e][\\x20-\\x7e]*");

	/** As required by the cache. */
	private static final int MIN_KEY_LENGTH = 16;

	/**
	 * Validate the properties.
	 * @throws ConfigurationException if a value cannot be used, or properties contradict
	 * each other
	 */
	void validate() {
		if (this.properties.clients() == HttpCacheProperties.Clients.ALL && !this.properties.groups().isEmpty()) {
			throw new ConfigurationException(
					"'%s' is 'all', so '%s' has no effect".formatted(key("clients"), key("groups")),
					"Remove one of them.");
		}
		validateStore();
		CHECKS.memorySize("memory", this.properties.memory(), "32MB");
		CHECKS.memorySize("memory-tier", this.properties.memoryTier(), "10MB");
		CHECKS.cacheSize("max-size", this.properties.maxSize(), "256MB");
		CHECKS.positive("max-idle-time", this.properties.maxIdleTime(), "30d");
		CHECKS.positive("max-body-size", this.properties.maxBodySize(), "10MB");
		CHECKS.positive("max-request-body-size", this.properties.maxRequestBodySize(), "64KB");
		double fraction = this.properties.heuristicFraction();
		CHECKS.require(fraction >= 0 && fraction <= 1, "heuristic-fraction", "from 0 to 1", fraction, "0.1");
		CHECKS.notNegative("stale-if-error", this.properties.staleIfError(), "5m");
		String status = this.properties.cacheStatus();
		CHECKS.require(status == null || status.isEmpty() || STATUS.matcher(status).matches(), "cache-status",
				"printable ASCII", status, "my-app");
		CacheRuleProperties.rules(this.properties.rules(), key("rules"));
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

	private void validateStore() {
		Path directory = this.properties.directory();
		boolean inMemory = this.properties.memory() != null;
		CHECKS.exclusive("directory", directory != null, "memory", inMemory);
		if (this.properties.usesRedis()) {
			validateRedis(this.properties.redis());
			return;
		}
		requireDirectory("store", this.properties.store() == HttpCacheProperties.Store.FILES);
		CHECKS.exclusive("store", this.properties.store() == HttpCacheProperties.Store.MEMORY, "directory",
				directory != null);
		requireDirectory("max-size", this.properties.maxSize() != null);
		requireDirectory("max-idle-time", this.properties.maxIdleTime() != null);
		requireDirectory("memory-tier", this.properties.memoryTier() != null);
		requireNoTilde("directory", directory);
		requireNoTilde("identity-key-file", this.properties.identityKeyFile());
		if (directory != null && Files.exists(directory) && !Files.isDirectory(directory)) {
			throw new ConfigurationException(
					"'%s' is '%s', which is not a directory".formatted(key("directory"), directory),
					"Set '%s' to a directory, which is created if it is missing.".formatted(key("directory")));
		}
	}

	private void requireDirectory(String property, boolean isSet) {
		CHECKS.requireBoth(isSet, property, this.properties.directory() != null, "directory");
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
		CHECKS.exclusive("store", true, "directory", this.properties.directory() != null);
		CHECKS.exclusive("store", true, "memory", this.properties.memory() != null);
		CHECKS.exclusive("store", true, "max-size", this.properties.maxSize() != null);
		CHECKS.exclusive("store", true, "max-idle-time", this.properties.maxIdleTime() != null);
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
