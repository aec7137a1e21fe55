package dev.hyperclient.cache;

import java.net.URI;
import java.util.Optional;

import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Makes a stored response of an answer, with what must be known of its request.
 */
final class Storing {

	private static final byte[] NO_BODY = new byte[0];

	private Storing() {
	}

	/**
	 * What is to be stored.
	 * @param request the request of the caller
	 * @param response an answer that may be stored
	 * @return the response to store, or empty for a redirect to nowhere
	 */
	static Optional<StoredResponse> response(ServiceRequest request, ServiceResponse response) {
		if (!StoragePolicy.isPermanentRedirect(response.status())) {
			return Optional.of(stored(request, response, response.body(), null));
		}
		return target(response).map((target) -> stored(request, response, NO_BODY, target));
	}

	private static StoredResponse stored(ServiceRequest request, ServiceResponse response, byte[] body,
			@Nullable String redirect) {
		HttpHeaders headers = HttpHeaders.copyOf(response.headers());
		headers.setContentLength(body.length);
		return new StoredResponse(response.status(), headers, body,
				SelectingFields.of(headers).valuesOf(request.headers()), IdentityHash.of(request.identity()), redirect);
	}

	private static Optional<String> target(ServiceResponse response) {
		try {
			return Optional.ofNullable(response.headers().getLocation())
				.map(response.uri()::resolve)
				.map(URI::toString);
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

}
