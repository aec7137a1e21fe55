package dev.hyperclient.autoconfigure.httpcache;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpRequest;

/**
 * Returns on whose behalf a request of the application is sent. Stored responses are
 * served to the same identity only, unless they are public. Beans of this type are asked
 * in their order; if none knows the identity, a hash of the fields that name a user is
 * used: {@code Authorization}, {@code Cookie}, {@code X-Api-Key} and others. In a cache
 * directory without a key, an identity is valid until the application ends.
 * Implementations must be thread-safe and must not block.
 */
@FunctionalInterface
public interface HttpCacheIdentity {

	/**
	 * Return the identity of a request.
	 * @param request the request, with the header fields that are sent and the attributes
	 * of the client's request
	 * @return an opaque identity, empty for an anonymous request, or {@code null} if it
	 * is not known. Never sent, and stored as a hash only
	 */
	@Nullable String of(HttpRequest request);

}
