package dev.hyperclient.cache.store;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * A response as it is kept: with its whole content, and with what must be known of the
 * request that it answered. Immutable.
 *
 * @param status the status code
 * @param headers the header fields, read-only. A store may leave out what must not be
 * kept, such as credentials, cookies and fields that belong to one connection
 * @param body the whole content, decoded
 * @param varied the request fields that selected this response: lower-case names that its
 * {@code Vary} field lists, with the values the request had. A field that the request did
 * not have is not in the map
 * @param identityHash a hash of who asked, or {@code null} if it is not known
 * @param permanentRedirect where a permanent redirect leads, as an absolute address, or
 * {@code null} if this is none
 */
public record StoredResponse(int status, HttpHeaders headers, StoredBody body, Map<String, String> varied,
		@Nullable String identityHash, @Nullable String permanentRedirect) {

	public StoredResponse {
		headers = HttpHeaders.readOnlyHttpHeaders(headers);
		varied = Map.copyOf(varied);
	}

	/**
	 * A response with its content in memory.
	 * @param status the status code
	 * @param headers the header fields
	 * @param body the whole content, decoded. The array is not copied and must not be
	 * changed
	 * @param varied the request fields that selected this response
	 * @param identityHash a hash of who asked, or {@code null} if it is not known
	 * @param permanentRedirect where a permanent redirect leads, or {@code null}
	 */
	public StoredResponse(int status, HttpHeaders headers, byte[] body, Map<String, String> varied,
			@Nullable String identityHash, @Nullable String permanentRedirect) {
		this(status, headers, StoredBody.of(body), varied, identityHash, permanentRedirect);
	}

	/**
	 * This response with other content.
	 * @param body the whole content, decoded
	 * @return a response that differs in nothing else
	 */
	public StoredResponse withBody(StoredBody body) {
		return new StoredResponse(this.status, this.headers, body, this.varied, this.identityHash,
				this.permanentRedirect);
	}

	/**
	 * Status and size alone, since header fields may hold secrets.
	 */
	@Override
	public String toString() {
		return this.status + " with " + this.body.length() + " bytes";
	}

}
