package dev.hyperclient.cache;

import java.util.Optional;

import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.http.ServiceRequest;

/**
 * Knows under which keys of the store the responses to a request are kept.
 */
interface Shelf {

	/**
	 * The stored response that a request selects. Whether it may answer is not said.
	 */
	Optional<StoredResponse> find(ServiceRequest request);

	/**
	 * Stores the response to a request.
	 */
	void put(ServiceRequest request, StoredResponse response);

	/**
	 * Begins to store the response to a request, whose content is still to come.
	 */
	ResponseWriter begin(ServiceRequest request, StoredResponse head);

	/**
	 * Removes what {@link #find} finds.
	 */
	void remove(ServiceRequest request);

}
