package dev.hyperclient.observation;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.call.CallObserver;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Creates an observation for each call, which is the current one of the thread while the
 * call lasts. Its cost is not noticeable while there is no observation handler.
 * Thread-safe.
 *
 * @see HyperClientObservationDocumentation#CALL
 */
public final class HyperClientCallObserver implements CallObserver {

	private static final HyperClientObservationConvention DEFAULT_CONVENTION = new DefaultHyperClientObservationConvention();

	private final ObservationRegistry registry;

	private final @Nullable HyperClientObservationConvention convention;

	private final String client;

	/**
	 * Create an observer with the default convention, unless the registry has a
	 * convention for calls.
	 * @param registry the registry for the observations
	 * @param client the name of the client
	 */
	public HyperClientCallObserver(ObservationRegistry registry, String client) {
		this(registry, client, null);
	}

	/**
	 * Create an observer with a custom convention.
	 * @param registry the registry for the observations
	 * @param client the name of the client
	 * @param convention names the observations and their key values, {@code null} for the
	 * default
	 */
	public HyperClientCallObserver(ObservationRegistry registry, String client,
			@Nullable HyperClientObservationConvention convention) {
		this.registry = registry;
		this.client = client;
		this.convention = convention;
	}

	@Override
	public ServiceResponse observe(ServiceRequest request, Function<ServiceRequest, ServiceResponse> call) {
		if (this.registry.isNoop()) {
			return call.apply(request);
		}
		HyperClientObservationContext context = new HyperClientObservationContext(this.client, request);
		Observation observation = HyperClientObservationDocumentation.CALL.observation(this.convention,
				DEFAULT_CONVENTION, () -> context, this.registry);
		// A no-op observation, disabled by a predicate, would hide its parent.
		return observation.isNoop() ? call.apply(request) : observe(observation, context, call);
	}

	private static ServiceResponse observe(Observation observation, HyperClientObservationContext context,
			Function<ServiceRequest, ServiceResponse> call) {
		observation.start();
		Observation.Scope scope = observation.openScope();
		try {
			ServiceResponse response = call.apply(context.getRequest());
			context.setStatus(response.status());
			return response;
		}
		catch (HTTPError ex) {
			context.setStatus(ex.status());
			observation.error(ex);
			throw ex;
		}
		catch (RuntimeException | Error ex) {
			observation.error(ex);
			throw ex;
		}
		finally {
			scope.close();
			observation.stop();
		}
	}

	@Override
	public void onResult(CacheRequest request, CacheResult result) {
		@Nullable Observation current = this.registry.getCurrentObservation();
		if (current != null && current.getContext() instanceof HyperClientObservationContext context) {
			context.setCacheOutcome(result.outcome());
		}
	}

	@Override
	public Map<String, ?> context() {
		@Nullable Observation current = this.registry.getCurrentObservation();
		return (current != null) ? Map.of(ObservationThreadLocalAccessor.KEY, current) : Map.of();
	}

	@Override
	@SuppressWarnings("try")
	public <T> Callable<T> wrap(Callable<T> work) {
		@Nullable Observation current = this.registry.getCurrentObservation();
		if (current == null) {
			return work;
		}
		return () -> {
			try (Observation.Scope scope = current.openScope()) {
				return work.call();
			}
		};
	}

}
