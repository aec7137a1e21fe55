package dev.hyperclient.cache;

import java.util.Optional;

import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.http.ServiceRequest;

/**
 * One response for each address and media type, as the specification of the client has it
 * (Caching 7).
 */
record MediaTypeShelf(ResponseStore store) implements Shelf {

	@Override
	public Optional<StoredResponse> find(ServiceRequest request) {
		return this.store.find(RequestKey.of(request));
	}

	@Override
	public void put(ServiceRequest request, StoredResponse response) {
		this.store.put(RequestKey.of(request), response);
	}

	@Override
	public ResponseWriter begin(ServiceRequest request, StoredResponse head) {
		return this.store.begin(RequestKey.of(request), head);
	}

	@Override
	public void remove(ServiceRequest request) {
		this.store.remove(RequestKey.of(request));
	}

}
