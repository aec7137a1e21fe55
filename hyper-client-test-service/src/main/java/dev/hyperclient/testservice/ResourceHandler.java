package dev.hyperclient.testservice;

/**
 * Responds to requests for a resource.
 */
@FunctionalInterface
interface ResourceHandler {

	/**
	 * Handle a request.
	 * @param request the request
	 * @param data the data at the time of the request
	 * @return the response and the data after the request
	 * @throws RequestRefusedException if the request is refused
	 */
	Outcome handle(IncomingRequest request, FakeData data);

	/**
	 * The outcome of a request.
	 *
	 * @param data the data after the request
	 * @param response the response
	 */
	record Outcome(FakeData data, OutgoingResponse response) {
	}

}
