package dev.hyperclient.http;

/**
 * One step of the way that a request takes: it answers by itself, or it asks the next
 * step. Steps are put around each other, the outermost being asked first.
 * <p>
 * The calling thread does all the work and waits. Implementations are thread-safe.
 */
@FunctionalInterface
public interface Exchange {

	/**
	 * Answers a request. An answer of any status is returned, not thrown.
	 * @param request the request
	 * @return the answer
	 * @throws dev.hyperclient.error.HyperClientException if there is none
	 */
	ServiceResponse exchange(ServiceRequest request);

}
