package dev.hyperclient.cookbook.service;

/**
 * Something with an address.
 */
interface Resource {

	/**
	 * Answer a request.
	 * @param request the request
	 * @param library the library at the moment of the request
	 * @return the answer, and the library after it
	 * @throws RequestRefusedException if the request cannot be answered
	 */
	Outcome answer(Request request, Library library);

}
