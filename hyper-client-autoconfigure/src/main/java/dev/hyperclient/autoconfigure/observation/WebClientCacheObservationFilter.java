package dev.hyperclient.autoconfigure.observation;

import java.util.Map;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationFilter;

import org.springframework.web.reactive.function.client.ClientRequestObservationContext;

/**
 * Adds the outcome in the cache to the observations of {@code WebClient}.
 */
final class WebClientCacheObservationFilter implements ObservationFilter {

	@Override
	public Observation.Context map(Observation.Context context) {
		if (context instanceof ClientRequestObservationContext request) {
			return context.addLowCardinalityKeyValue(RestClientCacheObservationFilter
				.keyValue((request.getRequest() != null) ? request.getRequest().attributes() : Map.of()));
		}
		return context;
	}

}
