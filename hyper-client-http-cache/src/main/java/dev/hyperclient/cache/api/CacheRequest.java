package dev.hyperclient.cache.api;

import java.net.URI;
import java.util.Objects;

import dev.hyperclient.internal.error.PrintableText;
import dev.hyperclient.internal.http.HeaderFields;
import dev.hyperclient.internal.http.Origin;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * A request as the cache sees it. Immutable.
 *
 * @param method the HTTP method
 * @param uri the absolute URL
 * @param headers the header fields, read-only
 * @param identity an opaque identity of the user, empty for anonymous requests. Never
 * sent; responses to different identities are kept apart, and only a hash of it is stored
 * @param contentDigest a digest of the content of a query, which is part of the cache key
 * (RFC 10008, 2.7), empty for a request whose content is not
 */
public record CacheRequest(HttpMethod method, URI uri, HttpHeaders headers, String identity, String contentDigest) {

	public CacheRequest {
		Objects.requireNonNull(method, "'method' must not be null");
		Objects.requireNonNull(uri, "'uri' must not be null");
		Objects.requireNonNull(headers, "'headers' must not be null");
		Objects.requireNonNull(identity, "'identity' must not be null");
		Objects.requireNonNull(contentDigest, "'contentDigest' must not be null");
		headers = HeaderFields.readOnly(headers);
	}

	/**
	 * Create a request whose content is not part of the cache key.
	 * @param method the HTTP method
	 * @param uri the absolute URL
	 * @param headers the header fields
	 * @param identity an opaque identity of the user, empty for anonymous requests
	 */
	public CacheRequest(HttpMethod method, URI uri, HttpHeaders headers, String identity) {
		this(method, uri, headers, identity, "");
	}

	/**
	 * Create an anonymous GET.
	 * @param uri the absolute URL
	 * @param headers the header fields
	 * @return the request
	 */
	public static CacheRequest get(URI uri, HttpHeaders headers) {
		return new CacheRequest(HttpMethod.GET, uri, headers, "");
	}

	/**
	 * Return this request with another URL.
	 * @param uri the absolute URL
	 * @return the derived request
	 */
	public CacheRequest withUri(URI uri) {
		return new CacheRequest(this.method, uri, this.headers, this.identity, this.contentDigest);
	}

	/**
	 * Return this request with other header fields, in place of all of its own.
	 * @param headers the header fields
	 * @return the derived request
	 */
	public CacheRequest withHeaders(HttpHeaders headers) {
		return new CacheRequest(this.method, this.uri, headers, this.identity, this.contentDigest);
	}

	/**
	 * Return this request with another identity.
	 * @param identity the identity, empty for anonymous
	 * @return the derived request
	 */
	public CacheRequest withIdentity(String identity) {
		return new CacheRequest(this.method, this.uri, this.headers, identity, this.contentDigest);
	}

	/**
	 * Return method and URL only, since header fields may hold secrets. The URL is
	 * without user information, query, fragment and path parameters, for the same reason.
	 */
	@Override
	public String toString() {
		return this.method + " " + PrintableText.url(Origin.maskingUser(this.uri).toString());
	}

}
