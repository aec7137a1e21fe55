package dev.hyperclient.autoconfigure.httpcache;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/**
 * Validates the properties of the HTTP cache.
 *
 * @param properties the properties
 */
record HttpCachePropertiesValidator(HttpCacheProperties properties) {

	private static final Logger logger = LoggerFactory.getLogger(HttpCachePropertiesValidator.class);

	/** A smaller cache is more likely a value without a unit. */
	private static final DataSize MIN_SIZE = DataSize.ofKilobytes(64);

	private static final Pattern STATUS = Pattern.compile("[\\x20-\\x7e]*[\\x21-\\x7e][\\x20-\\x7e]*");

	/** As required by the cache. */
	private static final int MIN_KEY_LENGTH = 16;

	/**
	 * Validate the properties.
	 * @throws HttpCacheConfigurationException if a value cannot be used, or properties
	 * contradict each other
	 */
	void validate() {
		validateClients();
		validateStore();
		positive("memory", this.properties.memory(), "32MB");
		warnBeyondHeap("memory", this.properties.memory(), "32MB");
		positive("memory-tier", this.properties.memoryTier(), "10MB");
		warnBeyondHeap("memory-tier", this.properties.memoryTier(), "10MB");
		positive("max-size", this.properties.maxSize(), "256MB");
		Duration maxAge = this.properties.maxAge();
		require(maxAge == null || (!maxAge.isNegative() && !maxAge.isZero()), "max-age", "positive", maxAge, "30d");
		require(this.properties.maxBodySize().toBytes() > 0, "max-body-size", "positive", this.properties.maxBodySize(),
				"10MB");
		double fraction = this.properties.heuristicFraction();
		require(fraction >= 0 && fraction <= 1, "heuristic-fraction", "from 0 to 1", fraction, "0.1");
		require(!this.properties.staleIfError().isNegative(), "stale-if-error", "positive or zero",
				this.properties.staleIfError(), "5m");
		String status = this.properties.cacheStatus();
		require(status == null || status.isEmpty() || STATUS.matcher(status).matches(), "cache-status",
				"printable ASCII", status, "my-app");
		exclusive("identity-key", StringUtils.hasText(this.properties.identityKey()), "identity-key-file",
				this.properties.identityKeyFile() != null);
		String secret = this.properties.identityKey();
		if (StringUtils.hasText(secret) && secret.length() < MIN_KEY_LENGTH) {
			throw new HttpCacheConfigurationException(
					"'%s' has less than %d characters".formatted(key("identity-key"), MIN_KEY_LENGTH),
					"Set '%s' to a random text that is hard to guess.".formatted(key("identity-key")), null);
		}
	}

	private void validateClients() {
		if (this.properties.clients() == HttpCacheProperties.Clients.ALL && !this.properties.groups().isEmpty()) {
			throw new HttpCacheConfigurationException(
					"'%s' is 'all', so '%s' has no effect".formatted(key("clients"), key("groups")),
					"Remove one of them.", null);
		}
	}

	private void validateStore() {
		boolean inMemory = this.properties.memory() != null;
		exclusive("directory", this.properties.directory() != null, "memory", inMemory);
		if (this.properties.usesRedis()) {
			validateRedis(this.properties.redis());
			return;
		}
		if (this.properties.store() == HttpCacheProperties.Store.FILES) {
			requireDirectory("store", "files");
		}
		exclusive("store", this.properties.store() == HttpCacheProperties.Store.MEMORY, "directory",
				this.properties.directory() != null);
		requireDirectory("max-size", this.properties.maxSize());
		requireDirectory("max-age", this.properties.maxAge());
		requireDirectory("memory-tier", this.properties.memoryTier());
		requireNoTilde("directory", this.properties.directory());
		requireNoTilde("identity-key-file", this.properties.identityKeyFile());
		Path directory = this.properties.directory();
		if (directory != null && Files.exists(directory) && !Files.isDirectory(directory)) {
			throw new HttpCacheConfigurationException(
					"'%s' is '%s', which is not a directory".formatted(key("directory"), directory),
					"Set '%s' to a directory, which is created if it is missing.".formatted(key("directory")), null);
		}
	}

	/**
	 * Otherwise the home directory of a shell would be a directory of that name.
	 */
	private void requireNoTilde(String property, @Nullable Path path) {
		if (path != null && path.startsWith("~")) {
			throw new HttpCacheConfigurationException(
					"'%s' is '%s', but '~' is not replaced by the home directory".formatted(key(property), path),
					"Write '${user.home}' in place of '~'.", null);
		}
	}

	private void validateRedis(HttpCacheProperties.Redis redis) {
		exclusive("store", true, "directory", this.properties.directory() != null);
		exclusive("store", true, "memory", this.properties.memory() != null);
		exclusive("store", true, "max-size", this.properties.maxSize() != null);
		require(redis.prefix().matches("[\\w.:-]+"), "redis.prefix", "letters, digits and the characters . _ - :",
				redis.prefix(), "my-application");
		require(!redis.timeout().isNegative() && !redis.timeout().isZero(), "redis.timeout", "positive",
				redis.timeout(), "50ms");
		require(!redis.grace().isNegative(), "redis.grace", "positive or zero", redis.grace(), "1h");
	}

	private void exclusive(String property, boolean isSet, String other, boolean isOtherSet) {
		if (isSet && isOtherSet) {
			throw new HttpCacheConfigurationException(
					"'%s' and '%s' cannot be combined".formatted(key(property), key(other)), "Remove one of them.",
					null);
		}
	}

	private void requireDirectory(String property, @Nullable Object value) {
		if (value != null && this.properties.directory() == null) {
			throw new HttpCacheConfigurationException(
					"'%s' is set, but '%s' is not".formatted(key(property), key("directory")),
					"Set '%s' too, or remove '%s'.".formatted(key("directory"), key(property)), null);
		}
	}

	private void positive(String property, @Nullable DataSize value, String example) {
		require(value == null || value.toBytes() > 0, property, "positive", value, example);
		if (value != null && value.compareTo(MIN_SIZE) < 0) {
			logger.warn("'{}' is {} bytes, so few responses are cached. Set it to a value with a unit, such as {}.",
					key(property), value.toBytes(), example);
		}
	}

	private void warnBeyondHeap(String property, @Nullable DataSize value, String example) {
		long heap = Runtime.getRuntime().maxMemory();
		if (value != null && value.toBytes() > heap) {
			logger.warn("'{}' is {} MB, but the heap has at most {} MB. Set it to a part of the heap, such as {}.",
					key(property), value.toMegabytes(), DataSize.ofBytes(heap).toMegabytes(), example);
		}
	}

	private void require(boolean valid, String property, String requirement, @Nullable Object value, String example) {
		if (!valid) {
			throw new HttpCacheConfigurationException(
					"'%s' must be %s but is '%s'".formatted(key(property), requirement, value),
					"Set '%s' to a value such as %s.".formatted(key(property), example), null);
		}
	}

	/**
	 * Return the full key of a property.
	 * @param property the key below {@code hyper-client.http-cache}
	 */
	static String key(String property) {
		return HttpCacheProperties.PREFIX + "." + property;
	}

}
