package dev.hyperclient.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * An {@code ObservationConvention} for calls of the client. Implementations must be
 * thread-safe.
 */
public interface HyperClientObservationConvention extends ObservationConvention<HyperClientObservationContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof HyperClientObservationContext;
	}

}
