package dev.hyperclient.observation;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.http.ServiceRequest;
import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/**
 * Context of the observation of a call, for conventions and observation handlers. Used by
 * the thread of the call; not thread-safe.
 */
public class HyperClientObservationContext extends Observation.Context {

	private final String clientName;

	private final ServiceRequest request;

	private volatile @Nullable Integer status;

	private volatile @Nullable CacheOutcome cacheOutcome;

	/**
	 * Create the context of a call.
	 * @param clientName the name of the client
	 * @param request the request as the application made it
	 */
	public HyperClientObservationContext(String clientName, ServiceRequest request) {
		this.clientName = clientName;
		this.request = request;
	}

	/**
	 * Return the name of the client that makes the call.
	 * @return the name
	 */
	public String getClientName() {
		return this.clientName;
	}

	/**
	 * Return the request as the application made it: before redirects and without
	 * credentials.
	 * @return the request
	 */
	public ServiceRequest getRequest() {
		return this.request;
	}

	/**
	 * Return the status of the response, even if it became an error.
	 * @return the status code, {@code null} if there is no response
	 */
	public @Nullable Integer getStatus() {
		return this.status;
	}

	/**
	 * Set the status of the response.
	 * @param status the status code
	 */
	public void setStatus(int status) {
		this.status = status;
	}

	/**
	 * Return the cache outcome; after redirects, the outcome of the last request.
	 * @return the outcome, {@code null} if there is no response
	 */
	public @Nullable CacheOutcome getCacheOutcome() {
		return this.cacheOutcome;
	}

	/**
	 * Set the cache outcome.
	 * @param cacheOutcome the outcome
	 */
	public void setCacheOutcome(CacheOutcome cacheOutcome) {
		this.cacheOutcome = cacheOutcome;
	}

}
