package dev.hyperclient.cache.store;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import dev.hyperclient.internal.fields.HeaderFields;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * A stored response with the properties of its request that matter for reuse. Immutable.
 *
 * @param status the status code
 * @param headers the header fields, read-only. A store may omit credentials, cookies and
 * fields of the connection
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
		headers = HeaderFields.readOnly(headers);
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
			if (storable.include(name.toLowerCase(Locale.ROOT))) {
				kept.put(name, values);
			}
		});
		Map<String, String> selecting = new HashMap<>(this.varied);
		selecting.keySet().removeIf((name) -> !StorableFields.includeSelecting(name));
		return new StoredResponse(this.status, kept, this.body, selecting, this.identityHash, this.permanentRedirect);
	}

	/**
	 * Return status and size only, since header fields may hold secrets.
	 */
	@Override
	public String toString() {
		return this.status + " with " + this.body.length() + " bytes";
	}

}
