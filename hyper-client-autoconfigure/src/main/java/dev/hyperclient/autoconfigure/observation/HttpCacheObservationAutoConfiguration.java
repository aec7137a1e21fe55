package dev.hyperclient.autoconfigure.observation;

import dev.hyperclient.autoconfigure.internal.ConditionalOnEnabled;
import dev.hyperclient.cache.HttpCache;
import io.micrometer.observation.ObservationFilter;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Auto-configuration for the key {@code cache} of the observations of HTTP requests
 * ({@code http.client.requests}), with the outcome in the HTTP cache.
 */
@AutoConfiguration
@ConditionalOnClass({ HttpCache.class, ObservationFilter.class })
@ConditionalOnEnabled(ConditionalOnEnabled.HTTP_CACHE)
public final class HttpCacheObservationAutoConfiguration {

	@Bean
	RestClientCacheObservationFilter httpCacheRestClientObservationFilter() {
		return new RestClientCacheObservationFilter();
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(WebClient.class)
	static class WebClientConfiguration {

		@Bean
		WebClientCacheObservationFilter httpCacheWebClientObservationFilter() {
			return new WebClientCacheObservationFilter();
		}

	}

}
