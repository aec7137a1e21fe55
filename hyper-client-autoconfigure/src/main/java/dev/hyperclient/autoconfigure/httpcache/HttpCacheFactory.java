package dev.hyperclient.autoconfigure.httpcache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;

import dev.hyperclient.autoconfigure.internal.ConfigurationException;
import dev.hyperclient.autoconfigure.internal.RedisStoreFactory;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.HttpCacheBuilder;
import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.cache.api.IdentityKeyException;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.internal.files.CacheDirectories;
import dev.hyperclient.internal.files.DirectoryRisk;
import dev.hyperclient.internal.files.OwnerOnly;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/**
 * Creates the cache from its properties, and adds the listeners of the application to a
 * cache that the application has defined. Thread-safe.
 */
final class HttpCacheFactory {

	private static final Logger logger = LoggerFactory.getLogger(HttpCacheLog.LOGGER);

	private static final DataSize DEFAULT_MEMORY = DataSize.ofMegabytes(32);

	private final HttpCacheProperties properties;

	private final ObjectProvider<RedisStoreFactory> redisStores;

	private final List<CacheListener> listeners;

	private final ConfigurableListableBeanFactory beans;

	private final Environment environment;

	/** The store that the application defines, if it is used. */
	private final @Nullable String storeBean;

	private final HttpCacheBuilder builder = HttpCache.builder();

	private volatile @Nullable HttpCache created;

	HttpCacheFactory(HttpCacheProperties properties, ObjectProvider<RedisStoreFactory> redisStores,
			ObjectProvider<CacheListener> listeners, ConfigurableListableBeanFactory beans, Environment environment) {
		this.properties = properties;
		this.redisStores = redisStores;
		this.listeners = listeners.orderedStream().toList();
		this.beans = beans;
		this.environment = environment;
		this.storeBean = storeBean();
		new HttpCachePropertiesValidator(properties).validate(this.storeBean);
		// At the start, also if the application defines a cache.
		this.builder.rules(CacheRuleProperties.rules(properties.rules(), HttpCachePropertiesValidator.key("rules")));
	}

	/**
	 * Create the cache, with the listeners.
	 * @throws ConfigurationException if the cache directory or the identity key cannot be
	 * used
	 */
	HttpCache create() {
		new HttpCachePropertiesValidator(this.properties).warn(this.environment, this.storeBean);
		HttpCacheBuilder builder = this.builder.settings(settings());
		Path directory = this.properties.directory();
		String bean = this.storeBean;
		if (this.properties.usesRedis()) {
			builder.store(redis());
		}
		else if (directory != null) {
			requireWritable(directory);
			CacheDirectories.named(builder, "'" + HttpCachePropertiesValidator.key("directory") + "'")
				.directory(directory)
				.trustDirectory(this.properties.trustDirectory())
				.maxSize(this.properties.maxDirectorySize())
				.maxIdleTime(this.properties.maxIdleTime())
				.memoryTier(this.properties.memoryTier());
		}
		else if (bean != null) {
			logger.info("The HTTP cache uses the ResponseStore bean '{}'. Set '{}' to memory to prevent that.", bean,
					HttpCachePropertiesValidator.key("store"));
			builder.store(this.beans.getBean(bean, ResponseStore.class));
		}
		else {
			DataSize memory = this.properties.memory();
			builder.inMemory((memory != null) ? memory : DEFAULT_MEMORY);
		}
		HttpCache cache = withListeners(build(builder));
		cache.switchOffline(this.properties.offline());
		if (isSharedWithoutKey() && !isRefused(directory)) {
			logger.info(
					"Responses to requests with Authorization, Cookie or a field such as X-Api-Key are not reused {}. "
							+ "Set '{}' to change that.",
					(directory != null) ? "after a restart" : "by other machines or after a restart",
					HttpCachePropertiesValidator.key((directory != null) ? "identity-key-file" : "identity-key"));
		}
		this.created = cache;
		return cache;
	}

	/** Then the cache is in memory. */
	private boolean isRefused(@Nullable Path directory) {
		return directory != null && !this.properties.trustDirectory()
				&& DirectoryRisk.of(directory, false).filter(DirectoryRisk::isForeign).isPresent();
	}

	/**
	 * The store would go on without a directory, but at the start it is a mistake.
	 */
	private static void requireWritable(Path directory) {
		String key = HttpCachePropertiesValidator.key("directory");
		try {
			OwnerOnly.createDirectories(directory);
		}
		catch (IOException ex) {
			throw new ConfigurationException("'%s' is '%s', which cannot be created (%s)".formatted(key, directory, ex),
					"Set '%s' to a directory that the application can create, or create it.".formatted(key), ex);
		}
		if (!Files.isWritable(directory)) {
			throw new ConfigurationException(
					"'%s' is '%s', which the application cannot write to".formatted(key, directory),
					"Set '%s' to another directory, or let the user of the application write to this one."
						.formatted(key));
		}
	}

	/**
	 * Return the name of the only store that the application defines without a qualifier,
	 * which would be the name of a service.
	 * @return the name, or {@code null} if the properties name a store or there is not
	 * exactly one
	 */
	private @Nullable String storeBean() {
		List<String> names = Arrays
			.stream(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beans, ResponseStore.class, true, false))
			.filter((name) -> !isQualified(name))
			.toList();
		if (this.properties.store() != null || this.properties.directory() != null
				|| this.properties.memory() != null) {
			if (!names.isEmpty() && this.properties.store() != HttpCacheProperties.Store.MEMORY) {
				logger.info(
						"The HTTP cache does not use the ResponseStore beans {}, since the properties name a store.",
						names);
			}
			return null;
		}
		if (names.size() > 1) {
			logger.warn("The HTTP cache uses none of the ResponseStore beans {}, since there are several. "
					+ "Define an HttpCache bean with one of them, or give each store of a service its name as a qualifier.",
					names);
		}
		return (names.size() == 1) ? names.get(0) : null;
	}

	/** The name and the aliases of a bean match as well. */
	private boolean isQualified(String bean) {
		List<String> aliases = List.of(this.beans.getAliases(bean));
		return BeanFactoryAnnotationUtils
			.isQualifierMatch((qualifier) -> !qualifier.equals(bean) && !aliases.contains(qualifier), bean, this.beans);
	}

	private ResponseStore redis() {
		HttpCacheProperties.Redis redis = this.properties.redis();
		return RedisStoreFactory.require(this.redisStores, HttpCachePropertiesValidator.key("store"))
			.create(new RedisStoreFactory.Settings(redis.prefix(), redis.maxStoredTime(),
					Collections.max(List.of(redis.grace(), this.properties.staleIfError())),
					this.properties.maxBodySize(), redis.timeout(), HttpCachePropertiesValidator.key("redis.timeout"),
					this.properties.memoryTier()));
	}

	private HttpCache build(HttpCacheBuilder builder) {
		try {
			return builder
				.identityKey(StringUtils.hasText(this.properties.identityKey()) ? this.properties.identityKey() : null)
				.identityKeyFile(this.properties.identityKeyFile())
				.build();
		}
		catch (IdentityKeyException ex) {
			String key = HttpCachePropertiesValidator.key("identity-key-file");
			throw new ConfigurationException("'%s' cannot be used: %s".formatted(key, ex.getMessage()),
					"Set '%s' to a file that only its owner can read, outside of the cache directory, or remove it."
						.formatted(key),
					ex);
		}
	}

	/**
	 * Return a cache with the listeners.
	 * @param cache the cache of this factory, or another one
	 */
	HttpCache observed(HttpCache cache) {
		if (cache == this.created) {
			return cache;
		}
		HttpCachePropertiesValidator.warnOfOwnCache(this.environment);
		return withListeners(cache);
	}

	/**
	 * Return what the identities that the application determines begin with. It is random
	 * for a cache directory or Redis without a key: another application that uses it may
	 * have the same names for other users.
	 * @param cache the cache of this factory, or another one, whose key is not known
	 */
	String identityPrefix(HttpCache cache) {
		return (cache == this.created && isSharedWithoutKey()) ? UUID.randomUUID() + ":" : "";
	}

	private boolean isSharedWithoutKey() {
		boolean shared = this.properties.directory() != null || this.properties.usesRedis() || this.storeBean != null;
		return shared && !StringUtils.hasText(this.properties.identityKey())
				&& this.properties.identityKeyFile() == null;
	}

	private HttpCache withListeners(HttpCache cache) {
		HttpCache observed = cache;
		for (CacheListener listener : this.listeners) {
			observed = observed.withAdditionalListener(listener);
		}
		return observed;
	}

	private CacheSettings settings() {
		CacheSettings settings = CacheSettings.defaults()
			.withHeuristicFraction(this.properties.heuristicFraction())
			.withStaleIfError(this.properties.staleIfError())
			.withPauseAfterFailures(this.properties.pauseAfterFailures())
			.withMaxRequestBodySize(this.properties.maxRequestBodySize())
			.withVary(versionFields());
		String name = this.properties.cacheStatus();
		return StringUtils.hasText(name) ? settings.withCacheStatus(name) : settings;
	}

	/**
	 * Return the header fields in which HTTP service groups send the version of an API.
	 */
	private Set<String> versionFields() {
		Set<String> fields = new HashSet<>();
		Binder.get(this.environment)
			.bind("spring.http.serviceclient", Bindable.mapOf(String.class, String.class))
			.ifBound((groups) -> groups.forEach((name, value) -> {
				String property = name.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
				if (property.endsWith(".apiversion.insert.header") && StringUtils.hasText(value)) {
					fields.add(value);
				}
			}));
		return fields;
	}

}
