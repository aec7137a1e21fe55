package dev.hyperclient.autoconfigure.endpoint;

import dev.hyperclient.autoconfigure.httpcache.HttpCacheAutoConfiguration;
import dev.hyperclient.autoconfigure.internal.ConditionalOnEnabled;
import dev.hyperclient.cache.HttpCache;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Auto-configuration for {@link HttpCacheEndpoint}, if the application exposes it.
 */
@AutoConfiguration(after = HttpCacheAutoConfiguration.class)
@ConditionalOnClass({ HttpCache.class, ConditionalOnAvailableEndpoint.class })
@ConditionalOnEnabled(ConditionalOnEnabled.HTTP_CACHE)
@ConditionalOnAvailableEndpoint(HttpCacheEndpoint.class)
@Import(UnknownParameterAdvisor.class)
public final class HttpCacheEndpointAutoConfiguration {

	@Bean
	HttpCacheEndpoint httpCacheEndpoint(ObjectProvider<HttpCache> cache) {
		return new HttpCacheEndpoint(cache::getObject);
	}

	@Bean
	@ConditionalOnAvailableEndpoint(endpoint = HttpCacheEndpoint.class, exposure = EndpointExposure.WEB)
	HttpCacheEndpoint.WebExtension httpCacheEndpointWebExtension(HttpCacheEndpoint endpoint) {
		return new HttpCacheEndpoint.WebExtension(endpoint);
	}

}
