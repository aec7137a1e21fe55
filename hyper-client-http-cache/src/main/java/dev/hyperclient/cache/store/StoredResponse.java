package dev.hyperclient.cache.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.internal.http.FieldValues;
import dev.hyperclient.internal.http.HeaderFields;
import dev.hyperclient.internal.http.StorableFields;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * A stored response with the properties of its request that matter for reuse. Immutable.
 */
public sealed interface StoredResponse {

	/**
	 * Create a response. Control characters in values of header fields are replaced by
	 * spaces (RFC 9110, 5.5), and fields with one in their name are omitted.
	 * @param status the status code
	 * @param headers the header fields
	 * @param body the decoded content
	 * @param varied the selecting header fields of the request
	 * @param identityHash a hash of the identity, or {@code null} if it is unknown
	 * @param permanentRedirect the target of a permanent redirect, or {@code null}
	 * @return the response
	 */
	static StoredResponse of(int status, HttpHeaders headers, StoredBody body, Map<String, String> varied,
			@Nullable String identityHash, @Nullable String permanentRedirect) {
		return new DefaultStoredResponse(status, headers, body, varied, identityHash, permanentRedirect);
	}

	/**
	 * Create a response with its content in memory, like the other method.
	 * @param status the status code
	 * @param headers the header fields
	 * @param body the decoded content. The array is not copied and must not be changed
	 * @param varied the selecting header fields of the request
	 * @param identityHash a hash of the identity, or {@code null} if it is unknown
	 * @param permanentRedirect the target of a permanent redirect, or {@code null}
	 * @return the response
	 */
	static StoredResponse of(int status, HttpHeaders headers, byte[] body, Map<String, String> varied,
			@Nullable String identityHash, @Nullable String permanentRedirect) {
		return of(status, headers, StoredBody.of(body), varied, identityHash, permanentRedirect);
	}

	/**
	 * Return the status code.
	 * @return the status code
	 */
	int status();

	/**
	 * Return the header fields. A store may omit credentials, cookies and fields of the
	 * connection.
	 * @return the header fields, read-only
	 */
	HttpHeaders headers();

	/**
	 * Return the content.
	 * @return the decoded content
	 */
	StoredBody body();

	/**
	 * Return the selecting header fields of the request (RFC 9111, 4.1). Fields that the
	 * request did not have are missing.
	 * @return lower-case names and values
	 */
	Map<String, String> varied();

	/**
	 * Return a hash of the identity of the request.
	 * @return the hash, or {@code null} if it is unknown
	 */
	@Nullable String identityHash();

	/**
	 * Return the target of a permanent redirect.
	 * @return an absolute URL, or {@code null} for any other response
	 */
	@Nullable String permanentRedirect();

	/**
	 * Return this response with other content.
	 * @param body the decoded content
	 * @return the derived response
	 */
	default StoredResponse withBody(StoredBody body) {
		return of(status(), headers(), body, varied(), identityHash(), permanentRedirect());
	}

	/**
	 * Return this response without credentials, cookies, fields of the connection (RFC
	 * 9111, 3.1) and the coding of the content, which is decoded. The result may be
	 * written to a medium outside of this process.
	 * @return the derived response
	 */
	default StoredResponse withoutSecrets() {
		StorableFields storable = new StorableFields(headers());
		HttpHeaders kept = new HttpHeaders();
		headers().forEach((name, values) -> {
			if (storable.include(name)) {
				kept.put(name, values);
			}
		});
		Map<String, String> selecting = new HashMap<>(varied());
		selecting.keySet().removeIf((name) -> !StorableFields.includeSelecting(name));
		return of(status(), kept, body(), selecting, identityHash(), permanentRedirect());
	}

}

record DefaultStoredResponse(int status, HttpHeaders headers, StoredBody body, Map<String, String> varied,
		@Nullable String identityHash, @Nullable String permanentRedirect) implements StoredResponse {

	DefaultStoredResponse {
		headers = HeaderFields.readOnly(withoutControls(headers));
		varied = Map.copyOf(varied);
	}

	/**
	 * Return header fields that can be passed on. A process that can write to the medium
	 * of a store could otherwise add lines to requests and responses.
	 */
	private static HttpHeaders withoutControls(HttpHeaders headers) {
		// Of a response that is derived from one that has been here, or of a file.
		if (HeaderFields.isReadOnly(headers)) {
			return headers;
		}
		boolean[] impossible = new boolean[1];
		HttpHeaders all = HeaderFields.copyOf(headers);
		all.forEach((name, values) -> impossible[0] |= FieldValues.hasControls(name) || hasControls(values));
		if (!impossible[0]) {
			return all;
		}
		HttpHeaders possible = HeaderFields.create();
		all.forEach((name, values) -> {
			if (!FieldValues.hasControls(name)) {
				possible.put(name, values.stream().map(FieldValues::withoutControls).toList());
			}
		});
		return possible;
	}

	private static boolean hasControls(List<String> values) {
		for (String value : values) {
			if (FieldValues.hasControls(value)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Return status and size only, since header fields may hold secrets.
	 */
	@Override
	public String toString() {
		return this.status + " with " + this.body.length() + " bytes";
	}

}
