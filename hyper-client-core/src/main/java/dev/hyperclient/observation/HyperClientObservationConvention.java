package dev.hyperclient.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names the observation of a call and its key values.
 */
public interface HyperClientObservationConvention extends ObservationConvention<HyperClientObservationContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof HyperClientObservationContext;
	}

}
