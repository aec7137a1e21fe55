package dev.hyperclient.autoconfigure.httpcache;

import java.nio.file.Path;
import java.util.List;

import dev.hyperclient.cache.CacheListener;
import dev.hyperclient.cache.CacheSettings;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.HttpCacheBuilder;
import dev.hyperclient.cache.IdentityKeyException;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/**
 * Creates the cache from its properties, and adds the listeners of the application to a
 * cache that the application has defined. Thread-safe.
 */
final class HttpCacheFactory {

	private static final DataSize DEFAULT_MEMORY = DataSize.ofMegabytes(32);

	private static final DataSize DEFAULT_MAX_SIZE = DataSize.ofMegabytes(256);

	private final HttpCacheProperties properties;

	private final List<CacheListener> listeners;

	private volatile @Nullable HttpCache created;

	HttpCacheFactory(HttpCacheProperties properties, List<CacheListener> listeners) {
		this.properties = properties;
		this.listeners = listeners;
	}

	/**
	 * Create the cache, with the listeners.
	 */
	HttpCache create() {
		HttpCacheBuilder builder = HttpCache.builder().settings(settings());
		Path directory = this.properties.directory();
		if (directory != null) {
			builder.directory(directory)
				.directorySetting("'" + HttpCachePropertiesValidator.key("directory") + "'")
				.maxSize((this.properties.maxSize() != null) ? this.properties.maxSize() : DEFAULT_MAX_SIZE)
				.maxAge(this.properties.maxAge())
				.memoryTier(this.properties.memoryTier());
		}
		else {
			DataSize memory = this.properties.memory();
			builder.inMemory((memory != null) ? memory : DEFAULT_MEMORY);
		}
		HttpCache cache = withListeners(build(builder));
		this.created = cache;
		return cache;
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
			throw new HttpCacheConfigurationException("'%s' cannot be used: %s".formatted(key, ex.getMessage()),
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
		return (cache == this.created) ? cache : withListeners(cache);
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
			.withStaleIfError(this.properties.staleIfError());
		String name = this.properties.cacheStatus();
		return StringUtils.hasText(name) ? settings.withCacheStatus(name) : settings;
	}

}
