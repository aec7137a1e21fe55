package dev.hyperclient.cache.api;

import java.net.URI;

import dev.hyperclient.internal.error.PrintableText;
import dev.hyperclient.internal.http.HeaderFields;
import dev.hyperclient.internal.http.Origin;

import org.springframework.http.HttpHeaders;

/**
 * A response, from the server or from the cache. Immutable, but a streamed body is read
 * once, by one thread, and must be read or closed.
 */
public sealed interface CacheResponse {

	/**
	 * Create a response of the server.
	 * @param uri the URL that the response is from
	 * @param status the status code
	 * @param headers the header fields
	 * @param body the decoded content
	 * @return the response
	 */
	static CacheResponse of(URI uri, int status, HttpHeaders headers, ResponseContent body) {
		return of(uri, status, headers, body, false, false);
	}

	/**
	 * Create a response of the server with collected content.
	 * @param uri the URL that the response is from
	 * @param status the status code
	 * @param headers the header fields
	 * @param body the decoded content. The array is not copied and must not be changed
	 * @return the response
	 */
	static CacheResponse of(URI uri, int status, HttpHeaders headers, byte[] body) {
		return of(uri, status, headers, ResponseContent.of(body), false, false);
	}

	/**
	 * Create a response.
	 * @param uri the URL that the response is from
	 * @param status the status code
	 * @param headers the header fields
	 * @param body the decoded content
	 * @param reused whether it is a stored response
	 * @param stale whether it is a stored response that is not fresh
	 * @return the response
	 */
	static CacheResponse of(URI uri, int status, HttpHeaders headers, ResponseContent body, boolean reused,
			boolean stale) {
		return new DefaultCacheResponse(uri, status, headers, body, reused, stale);
	}

	/**
	 * Return the URL that the response is from.
	 * @return the absolute URL
	 */
	URI uri();

	/**
	 * Return the status code.
	 * @return the status code
	 */
	int status();

	/**
	 * Return the header fields.
	 * @return the header fields, read-only
	 */
	HttpHeaders headers();

	/**
	 * Return the content.
	 * @return the decoded content
	 */
	ResponseContent body();

	/**
	 * Return whether it is a stored response, fresh, stale or confirmed by a 304.
	 * @return whether stored content is used
	 */
	boolean reused();

	/**
	 * Return whether it is a stored response that is not fresh and that the server has
	 * not confirmed.
	 * @return whether it may be outdated
	 */
	boolean stale();

}

record DefaultCacheResponse(URI uri, int status, HttpHeaders headers, ResponseContent body, boolean reused,
		boolean stale) implements CacheResponse {

	DefaultCacheResponse {
		headers = HeaderFields.readOnly(headers);
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
