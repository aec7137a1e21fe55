package dev.hyperclient.autoconfigure.observation;

import java.util.Locale;
import java.util.Map;

import dev.hyperclient.autoconfigure.internal.CacheMarker;
import dev.hyperclient.autoconfigure.internal.ConditionalOnEnabled;
import dev.hyperclient.cache.HttpCache;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationFilter;
import io.micrometer.observation.transport.RequestReplySenderContext;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.observation.ClientRequestObservationContext;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Auto-configuration for the key {@code cache} of the observations of HTTP requests
 * ({@code http.client.requests}), with the outcome in the HTTP cache.
 */
@AutoConfiguration
@ConditionalOnClass({ HttpCache.class, ObservationFilter.class })
@ConditionalOnEnabled(ConditionalOnEnabled.HTTP_CACHE)
public final class HttpCacheObservationAutoConfiguration {

	private static final String KEY = "cache";

	private static final String NO_CACHE = "none";

	@Bean
	ObservationFilter httpCacheRestClientObservationFilter() {
		return (context) -> (context instanceof ClientRequestObservationContext request)
				? withOutcome(request, (request.getCarrier() != null) ? request.getCarrier().getAttributes() : Map.of(),
						(request.getCarrier() != null) ? request.getCarrier().getMethod() : null)
				: context;
	}

	/**
	 * Add the outcome, with any convention. Clients without a cache get the key as well,
	 * since a meter must always have the same keys.
	 */
	private static Observation.Context withOutcome(RequestReplySenderContext<?, ?> context,
			Map<String, Object> attributes, @Nullable HttpMethod method) {
		return context.addLowCardinalityKeyValue(KeyValue.of(KEY,
				CacheMarker.outcome(attributes, (context.getResponse() != null) ? method : null)
					.map((outcome) -> outcome.name().toLowerCase(Locale.ROOT))
					.orElse(NO_CACHE)));
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(WebClient.class)
	static class WebClientConfiguration {

		@Bean
		ObservationFilter httpCacheWebClientObservationFilter() {
			return (context) -> (context instanceof org.springframework.web.reactive.function.client.ClientRequestObservationContext request)
					? withOutcome(request,
							(request.getRequest() != null) ? request.getRequest().attributes() : Map.of(),
							(request.getRequest() != null) ? request.getRequest().method() : null)
					: context;
		}

	}

}
