package dev.hyperclient.internal.cache;

import java.net.URI;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CachingProfile;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Creates stored responses out of responses of the server and their requests.
 */
final class StoredResponseFactory {

	private static final byte[] NO_BODY = new byte[0];

	private StoredResponseFactory() {
	}

	/**
	 * Create the response to store.
	 * @param context the request
	 * @param response a response that may be stored. Streamed content is not read
	 * @return the response to store, or empty for a redirect without a valid target
	 */
	static Optional<StoredResponse> create(TransactionContext context, CacheResponse response) {
		if (context.profile() == CachingProfile.RFC_9111 || !StoragePolicy.isPermanentRedirect(response.status())) {
			return Optional.of(create(context, response, Messages.collected(response), null));
		}
		return target(response).map((target) -> create(context, response, NO_BODY, target));
	}

	/**
	 * Return the values of the selecting header fields, unless they are part of the key.
	 */
	static Map<String, String> selectingValues(HttpHeaders response, TransactionContext context) {
		return (context.profile() == CachingProfile.RFC_9111) ? Map.of()
				: SelectingFields.of(response).valuesOf(context.request().headers());
	}

	private static StoredResponse create(TransactionContext context, CacheResponse response, byte[] body,
			@Nullable String redirect) {
		HttpHeaders headers = StoredHeaders.of(response.headers(), context.requestTime(), context.now(),
				context.profile());
		headers.setContentLength(body.length);
		return new StoredResponse(response.status(), headers, body, selectingValues(headers, context),
				IdentityHash.of(context.request().identity()), redirect);
	}

	private static Optional<String> target(CacheResponse response) {
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
