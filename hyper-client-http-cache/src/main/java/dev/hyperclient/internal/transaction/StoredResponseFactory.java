package dev.hyperclient.internal.transaction;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.internal.policy.CachingProfile;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.http.HeaderFields;
import dev.hyperclient.internal.policy.Freshness;
import dev.hyperclient.internal.policy.IdentityKey;
import dev.hyperclient.internal.policy.Messages;
import dev.hyperclient.internal.policy.SelectingFields;
import dev.hyperclient.internal.policy.StoragePolicy;
import dev.hyperclient.internal.policy.StoredHeaders;
import dev.hyperclient.internal.policy.Validators;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Creates stored responses out of responses of the server and their requests, and updates
 * them.
 */
final class StoredResponseFactory {

	/**
	 * Fields of the 304 that describe its own message.
	 */
	private static final Set<String> NOT_UPDATED = StoredHeaders.anyCase("content-length", "content-encoding",
			"content-range", "trailer");

	private static final Set<String> NOT_WORTH_WRITING = StoredHeaders.anyCase("date", "age", "set-cookie",
			"set-cookie2");

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
		// Zero for streamed content: the length is set when the response is read.
		headers.setContentLength(body.length);
		return StoredResponse.of(response.status(), headers, body, selectingValues(headers, context),
				IdentityKey.hash(context.request().identity()), redirect);
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

	/**
	 * Update a stored response that has been confirmed.
	 * @param stored the stored response
	 * @param context the request
	 * @param notModified the header fields of the 304
	 */
	static Freshened freshen(StoredResponse stored, TransactionContext context, HttpHeaders notModified) {
		HttpHeaders headers = HeaderFields.copyOf(stored.headers());
		// The age belongs to the former date.
		headers.remove(HttpHeaders.AGE);
		StoredHeaders.removeRequestTime(headers);
		// A message without a date was made when it was received (RFC 9110, 6.6.1).
		headers.remove(HttpHeaders.DATE);
		boolean[] changed = new boolean[1];
		List<String> options = StoredHeaders.connectionOptions(notModified);
		HttpHeaders.readOnlyHttpHeaders(notModified).forEach((name, values) -> {
			if (!NOT_UPDATED.contains(name) && !StoredHeaders.isExcluded(name, options)
					&& !strengthensTag(name, stored.headers(), notModified)) {
				changed[0] |= !NOT_WORTH_WRITING.contains(name) && !isSame(values, headers.getOrEmpty(name));
				StoredHeaders.put(headers, name, values, context.profile());
			}
		});
		StoredHeaders.addDate(headers, context.requestTime(), context.now());
		String identityHash = IdentityKey.hash(context.request().identity());
		StoredResponse freshened = StoredResponse.of(stored.status(), headers, stored.body(),
				selectingValues(headers, context), identityHash, stored.permanentRedirect());
		return new Freshened(freshened, changed[0] || Freshness.hasLifetime(context.effective(stored.status(), headers))
				|| !identityHash.equals(stored.identityHash()));
	}

	/**
	 * Whether a field would replace a weak entity tag by a strong one. The tag stays
	 * weak: the stored content need not be equal to the tagged one byte for byte.
	 */
	private static boolean strengthensTag(String name, HttpHeaders stored, HttpHeaders notModified) {
		String etag = stored.getFirst(HttpHeaders.ETAG);
		return name.equalsIgnoreCase(HttpHeaders.ETAG) && Validators.isWeak(etag)
				&& Validators.matchWeakly(etag, notModified.getFirst(HttpHeaders.ETAG));
	}

	private static boolean isSame(List<String> values, List<String> others) {
		return values.equals(others) || String.join(", ", values).equals(String.join(", ", others));
	}

	/**
	 * A stored response with its header fields updated by a 304 (RFC 9111, 3.2 and
	 * 4.3.4).
	 *
	 * @param response the updated response
	 * @param isWorthWriting whether the change matters to the store: a response without a
	 * lifetime is validated each time, so a new date alone is not worth a new file
	 */
	record Freshened(StoredResponse response, boolean isWorthWriting) {
	}

}
