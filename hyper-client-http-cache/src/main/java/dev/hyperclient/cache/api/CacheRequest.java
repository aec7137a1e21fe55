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
 */
public sealed interface CacheRequest {

	/**
	 * Create a request.
	 * @param method the HTTP method
	 * @param uri the absolute URL
	 * @param headers the header fields
	 * @param identity an opaque identity of the user, empty for anonymous requests
	 * @return the request
	 */
	static CacheRequest of(HttpMethod method, URI uri, HttpHeaders headers, String identity) {
		return new DefaultCacheRequest(method, uri, headers, identity, "");
	}

	/**
	 * Create an anonymous GET.
	 * @param uri the absolute URL
	 * @param headers the header fields
	 * @return the request
	 */
	static CacheRequest get(URI uri, HttpHeaders headers) {
		return of(HttpMethod.GET, uri, headers, "");
	}

	/**
	 * Return the HTTP method.
	 * @return the method
	 */
	HttpMethod method();

	/**
	 * Return the URL.
	 * @return the absolute URL
	 */
	URI uri();

	/**
	 * Return the header fields.
	 * @return the header fields, read-only
	 */
	HttpHeaders headers();

	/**
	 * Return the identity of the user. Never sent; responses to different identities are
	 * kept apart, and only a hash of it is stored.
	 * @return the opaque identity, empty for anonymous requests
	 */
	String identity();

	/**
	 * Return the digest of the content of a query, which is part of the cache key (RFC
	 * 10008, 2.7).
	 * @return the digest, empty for a request whose content is not
	 */
	String contentDigest();

	/**
	 * Return this request with another URL.
	 * @param uri the absolute URL
	 * @return the derived request
	 */
	default CacheRequest withUri(URI uri) {
		return new DefaultCacheRequest(method(), uri, headers(), identity(), contentDigest());
	}

	/**
	 * Return this request with other header fields, in place of all of its own.
	 * @param headers the header fields
	 * @return the derived request
	 */
	default CacheRequest withHeaders(HttpHeaders headers) {
		return new DefaultCacheRequest(method(), uri(), headers, identity(), contentDigest());
	}

	/**
	 * Return this request with another identity.
	 * @param identity the identity, empty for anonymous
	 * @return the derived request
	 */
	default CacheRequest withIdentity(String identity) {
		return new DefaultCacheRequest(method(), uri(), headers(), identity, contentDigest());
	}

	/**
	 * Return this request with another digest of its content.
	 * @param digest the digest, empty if the content is not part of the cache key
	 * @return the derived request
	 */
	default CacheRequest withContentDigest(String digest) {
		return new DefaultCacheRequest(method(), uri(), headers(), identity(), digest);
	}

}

record DefaultCacheRequest(HttpMethod method, URI uri, HttpHeaders headers, String identity,
		String contentDigest) implements CacheRequest {

	DefaultCacheRequest {
		Objects.requireNonNull(method, "'method' must not be null");
		Objects.requireNonNull(uri, "'uri' must not be null");
		Objects.requireNonNull(headers, "'headers' must not be null");
		Objects.requireNonNull(identity, "'identity' must not be null");
		Objects.requireNonNull(contentDigest, "'contentDigest' must not be null");
		headers = HeaderFields.readOnly(headers);
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
