package dev.hyperclient.cache.api;

import java.net.URI;

import dev.hyperclient.internal.error.PrintableText;
import dev.hyperclient.internal.http.HeaderFields;
import dev.hyperclient.internal.http.Origin;

import org.springframework.http.HttpHeaders;

/**
 * A response, from the server or from the cache. A streamed body must be read or closed.
 *
 * @param uri the URL that the response is from
 * @param status the status code
 * @param headers the header fields, read-only
 * @param body the decoded content
 * @param reused whether it is a stored response, fresh, stale or confirmed by a 304
 * @param stale whether it is a stored response that is not fresh, and that its server has
 * not confirmed
 */
public record CacheResponse(URI uri, int status, HttpHeaders headers, ResponseContent body, boolean reused,
		boolean stale) {

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
		this(uri, status, headers, body, false, false);
	}

	/**
	 * Create a response of the server with collected content.
	 * @param uri the URL that the response is from
	 * @param status the status code
	 * @param headers the header fields
	 * @param body the decoded content. The array is not copied and must not be changed
	 */
	public CacheResponse(URI uri, int status, HttpHeaders headers, byte[] body) {
		this(uri, status, headers, ResponseContent.of(body), false, false);
	}

	/**
	 * Return status and URL only, without user information, since header fields may hold
	 * secrets.
	 */
	@Override
	public String toString() {
		return this.status + " " + PrintableText.url(Origin.maskingUser(this.uri).toString());
	}

}
