package dev.hyperclient.autoconfigure.httpcache;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

import dev.hyperclient.autoconfigure.internal.ConditionalOnEnabled;
import dev.hyperclient.autoconfigure.internal.ConfigurationException;
import dev.hyperclient.autoconfigure.internal.UnknownPropertyCheck;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.spring.HttpCacheIdentity;
import dev.hyperclient.cache.api.CacheListener;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Auto-configuration for the HTTP cache, an {@link HttpCache} bean, unless the
 * application defines one. Off unless {@code hyper-client.http-cache.enabled} is set.
 * Beans of the type {@link CacheListener} are notified of its requests.
 */
@AutoConfiguration
@ConditionalOnClass(HttpCache.class)
@ConditionalOnEnabled(ConditionalOnEnabled.HTTP_CACHE)
@EnableConfigurationProperties(HttpCacheProperties.class)
@Import({ UnknownPropertyCheck.class, HttpCacheLog.class, HttpCacheFactory.class, LazyClientCaching.class,
		HttpCacheClients.class })
public final class HttpCacheAutoConfiguration {

	/**
	 * The name of the auto-configured {@link HttpCache} bean, which is not used for
	 * services.
	 */
	public static final String BEAN_NAME = "hyperClientHttpCache";

	@Bean(BEAN_NAME)
	@ConditionalOnMissingBean
	HttpCache hyperClientHttpCache(HttpCacheFactory factory) {
		return factory.create();
	}

	@Bean
	ClientCaching httpCacheClientCaching(ObjectProvider<HttpCache> caches, HttpCacheFactory factory,
			HttpCacheProperties properties, ObjectProvider<HttpCacheIdentity> identities,
			@Qualifier("applicationTaskExecutor") ObjectProvider<Executor> executor) {
		HttpCache cache = caches.getIfUnique();
		if (cache == null) {
			throw new ConfigurationException("Several beans of the type HttpCache, and none of them is primary",
					"Mark the HTTP cache of the clients as @Primary.");
		}
		return new ClientCaching(factory.observed(cache), identities.orderedStream().toList(),
				factory.identityPrefix(cache), properties.maxBodySize(), executor.getIfAvailable(),
				new ConcurrentHashMap<>());
	}

}
