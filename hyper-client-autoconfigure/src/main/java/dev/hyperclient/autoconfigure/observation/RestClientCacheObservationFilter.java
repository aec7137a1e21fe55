package dev.hyperclient.autoconfigure.observation;

import java.util.Locale;
import java.util.Map;

import dev.hyperclient.autoconfigure.httpcache.CacheMarker;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationFilter;

import org.springframework.http.client.observation.ClientRequestObservationContext;

/**
 * Adds the outcome in the cache to the observations of {@code RestClient} and
 * {@code RestTemplate}. A filter works with any convention. Clients without a cache get
 * the key as well, since a meter must always have the same keys.
 */
final class RestClientCacheObservationFilter implements ObservationFilter {

	private static final String KEY = "cache";

	private static final String NO_CACHE = "none";

	@Override
	public Observation.Context map(Observation.Context context) {
		if (context instanceof ClientRequestObservationContext request) {
			return context.addLowCardinalityKeyValue(
					keyValue((request.getCarrier() != null) ? request.getCarrier().getAttributes() : Map.of()));
		}
		return context;
	}

	static KeyValue keyValue(Map<String, Object> attributes) {
		return KeyValue.of(KEY,
				CacheMarker.outcome(attributes)
					.map((outcome) -> outcome.name().toLowerCase(Locale.ROOT))
					.orElse(NO_CACHE));
	}

}
