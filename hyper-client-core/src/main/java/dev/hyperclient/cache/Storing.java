package dev.hyperclient.cache;

import java.net.URI;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.cache.store.StoredResponse;
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
	 * @param inquiry the request of the caller
	 * @param response an answer that may be stored
	 * @return the response to store, or empty for a redirect to nowhere
	 */
	static Optional<StoredResponse> response(Inquiry inquiry, ServiceResponse response) {
		if (inquiry.rules().isAlone() || !StoragePolicy.isPermanentRedirect(response.status())) {
			return Optional.of(stored(inquiry, response, response.body(), null));
		}
		return target(response).map((target) -> stored(inquiry, response, NO_BODY, target));
	}

	/**
	 * The values of the selecting fields, unless they are part of the key.
	 */
	static Map<String, String> varied(HttpHeaders response, Inquiry inquiry) {
		return inquiry.rules().isAlone() ? Map.of()
				: SelectingFields.of(response).valuesOf(inquiry.request().headers());
	}

	private static StoredResponse stored(Inquiry inquiry, ServiceResponse response, byte[] body,
			@Nullable String redirect) {
		HttpHeaders headers = OwnFields.toStore(response.headers(), inquiry.asked(), inquiry.now(), inquiry.rules());
		headers.setContentLength(body.length);
		return new StoredResponse(response.status(), headers, body, varied(headers, inquiry),
				IdentityHash.of(inquiry.request().identity()), redirect);
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
