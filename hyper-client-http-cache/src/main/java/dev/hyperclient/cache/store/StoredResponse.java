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
 *
 * @param status the status code
 * @param headers the header fields, read-only. A store may omit credentials, cookies and
 * fields of the connection. Control characters in values are replaced by spaces (RFC
 * 9110, 5.5), and fields with one in their name are omitted
 * @param body the decoded content
 * @param varied the selecting header fields of the request (RFC 9111, 4.1): lower-case
 * names and values. Fields that the request did not have are missing
 * @param identityHash a hash of the identity of the request, or {@code null} if it is
 * unknown
 * @param permanentRedirect the target of a permanent redirect, an absolute URL, or
 * {@code null} for any other response
 */
public record StoredResponse(int status, HttpHeaders headers, StoredBody body, Map<String, String> varied,
		@Nullable String identityHash, @Nullable String permanentRedirect) {

	public StoredResponse {
		headers = HeaderFields.readOnly(withoutControls(headers));
		varied = Map.copyOf(varied);
	}

	/**
	 * Create a response with its content in memory.
	 * @param status the status code
	 * @param headers the header fields
	 * @param body the decoded content. The array is not copied and must not be changed
	 * @param varied the selecting header fields of the request
	 * @param identityHash a hash of the identity, or {@code null} if it is unknown
	 * @param permanentRedirect the target of a permanent redirect, or {@code null}
	 */
	public StoredResponse(int status, HttpHeaders headers, byte[] body, Map<String, String> varied,
			@Nullable String identityHash, @Nullable String permanentRedirect) {
		this(status, headers, StoredBody.of(body), varied, identityHash, permanentRedirect);
	}

	/**
	 * Return this response with other content.
	 * @param body the decoded content
	 * @return the derived response
	 */
	public StoredResponse withBody(StoredBody body) {
		return new StoredResponse(this.status, this.headers, body, this.varied, this.identityHash,
				this.permanentRedirect);
	}

	/**
	 * Return what may be written to a medium outside of this process: this response
	 * without credentials, cookies, fields of the connection (RFC 9111, 3.1) and the
	 * coding of the content, which is decoded.
	 * @return the derived response
	 */
	public StoredResponse withoutSecrets() {
		StorableFields storable = new StorableFields(this.headers);
		HttpHeaders kept = new HttpHeaders();
		this.headers.forEach((name, values) -> {
			if (storable.include(name)) {
				kept.put(name, values);
			}
		});
		Map<String, String> selecting = new HashMap<>(this.varied);
		selecting.keySet().removeIf((name) -> !StorableFields.includeSelecting(name));
		return new StoredResponse(this.status, kept, this.body, selecting, this.identityHash, this.permanentRedirect);
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
