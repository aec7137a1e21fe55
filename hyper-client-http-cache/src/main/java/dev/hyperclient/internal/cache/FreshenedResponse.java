package dev.hyperclient.internal.cache;

import java.util.List;
import java.util.Set;

import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.fields.HeaderFields;

import org.springframework.http.HttpHeaders;

/**
 * A stored response with its header fields updated by a 304 (RFC 9111, 3.2 and 4.3.4).
 *
 * @param response the updated response
 * @param isWorthWriting whether the change matters to the store: a response without a
 * lifetime is validated each time, so a new date alone is not worth a new file
 */
record FreshenedResponse(StoredResponse response, boolean isWorthWriting) {

	/**
	 * Fields of the 304 that describe its own message.
	 */
	private static final Set<String> NOT_UPDATED = StoredHeaders.anyCase("content-length", "content-encoding",
			"content-range", "trailer");

	private static final Set<String> NOT_WORTH_WRITING = StoredHeaders.anyCase("date", "age", "set-cookie",
			"set-cookie2");

	/**
	 * Update a stored response that has been confirmed.
	 * @param stored the stored response
	 * @param context the request
	 * @param notModified the header fields of the 304
	 */
	static FreshenedResponse of(StoredResponse stored, TransactionContext context, HttpHeaders notModified) {
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
		String identityHash = IdentityHash.of(context.request().identity());
		StoredResponse freshened = new StoredResponse(stored.status(), headers, stored.body(),
				StoredResponseFactory.selectingValues(headers, context), identityHash, stored.permanentRedirect());
		return new FreshenedResponse(freshened,
				changed[0] || Freshness.hasLifetime(headers) || !identityHash.equals(stored.identityHash()));
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

}
