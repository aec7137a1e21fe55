package dev.hyperclient.autoconfigure.endpoint;

import dev.hyperclient.autoconfigure.httpcache.ConditionalOnHttpCache;
import dev.hyperclient.autoconfigure.httpcache.HttpCacheAutoConfiguration;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.endpoint.HttpCacheEndpoint;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Auto-configuration for {@link HttpCacheEndpoint}, if the application exposes it, and
 * for a function that masks the identity key in the responses of the actuator.
 */
@AutoConfiguration(after = HttpCacheAutoConfiguration.class)
@ConditionalOnClass({ HttpCache.class, SanitizingFunction.class })
@ConditionalOnHttpCache
public final class HttpCacheEndpointAutoConfiguration {

	@Bean
	IdentityKeySanitizingFunction httpCacheIdentityKeySanitizingFunction() {
		return new IdentityKeySanitizingFunction();
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
	@ConditionalOnAvailableEndpoint(HttpCacheEndpoint.class)
	static class EndpointConfiguration {

		@Bean
		@ConditionalOnMissingBean
		HttpCacheEndpoint httpCacheEndpoint(ObjectProvider<HttpCache> cache) {
			return new HttpCacheEndpoint(cache::getObject);
		}

	}

}
