package dev.hyperclient.testservice;

/**
 * Handles the requests to one resource.
 *
 * @param <D> the data of the service
 */
interface ResourceHandler<D> {

	/**
	 * Handle a request.
	 * @param request the request
	 * @param data the data at the time of the request
	 * @return the response and the data after it
	 * @throws RequestRefusedException if the request is refused
	 */
	Outcome<D> handle(IncomingRequest request, D data);

	/**
	 * Result of a request.
	 *
	 * @param data the data after the request, unchanged by a read
	 * @param response the response
	 * @param <D> the data of the service
	 */
	record Outcome<D>(D data, OutgoingResponse response) {
	}

}
