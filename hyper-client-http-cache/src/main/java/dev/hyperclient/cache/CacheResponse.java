package dev.hyperclient.cache;

import java.net.URI;
import java.util.OptionalLong;

import dev.hyperclient.internal.fields.HeaderFields;
import dev.hyperclient.internal.uri.Origin;

import org.springframework.http.HttpHeaders;

/**
 * A response, from the server or from the cache. A streamed body must be read or closed.
 *
 * @param uri the URL that the response is from
 * @param status the status code
 * @param headers the header fields, read-only
 * @param body the decoded content
 * @param reused whether it is a stored response, fresh, stale or confirmed by a 304
 */
public record CacheResponse(URI uri, int status, HttpHeaders headers, ResponseContent body, boolean reused) {

	public CacheResponse {
		headers = HeaderFields.readOnly(headers);
	}

	/**
	 * Create a response of the server.
	 * @param uri the URL that the response is from
	 * @param status the status code
	 * @param headers the header fields
	 * @param body the decoded content
	 */
	public CacheResponse(URI uri, int status, HttpHeaders headers, ResponseContent body) {
		this(uri, status, headers, body, false);
	}

	/**
	 * Create a response of the server with collected content.
	 * @param uri the URL that the response is from
	 * @param status the status code
	 * @param headers the header fields
	 * @param body the decoded content. The array is not copied and must not be changed
	 */
	public CacheResponse(URI uri, int status, HttpHeaders headers, byte[] body) {
		this(uri, status, headers, ResponseContent.of(body), false);
	}

	/**
	 * Return this response with collected content.
	 */
	CacheResponse withContent(byte[] content) {
		return new CacheResponse(this.uri, this.status, this.headers, content);
	}

	/**
	 * Return the length of the complete content (RFC 9111, 3.3), if it can be compared
	 * with that of the received content. With {@code Transfer-Encoding}, and if the
	 * content was encoded, {@code Content-Length} is another length.
	 */
	OptionalLong declaredLength() {
		return this.headers.containsHeader(HttpHeaders.TRANSFER_ENCODING) ? OptionalLong.empty()
				: ResponseContent.contentLength(this.headers);
	}

	/**
	 * Whether collected content is complete, as far as that is known.
	 */
	boolean hasDeclaredLength() {
		long length = this.body.collected().length;
		return length == declaredLength().orElse(length);
	}

	/**
	 * Return status and URL only, without user information, since header fields may hold
	 * secrets.
	 */
	@Override
	public String toString() {
		return this.status + " " + Origin.maskingUser(this.uri);
	}

}
