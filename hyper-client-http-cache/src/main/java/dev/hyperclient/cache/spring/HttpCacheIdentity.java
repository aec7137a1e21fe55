package dev.hyperclient.cache.spring;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpRequest;

/**
 * Identifies the user on whose behalf a request is sent. Stored responses are served to
 * the same identity only, unless they are public. It is set on a client with
 * {@code withIdentity} or, with Spring Boot, defined as a bean; several beans are asked
 * in their order. If the identity is not known, a hash of the fields that name a user is
 * used: {@code Authorization}, {@code Cookie}, {@code X-Api-Key} and others. With Spring
 * Boot, an identity in a cache directory is valid until the application ends, unless
 * there is an identity key. Implementations must be thread-safe and must not block.
 */
@FunctionalInterface
public interface HttpCacheIdentity {

	/**
	 * Return the identity of a request.
	 * @param request the request, with the header fields that are sent, its cookies, and
	 * the attributes of the client's request
	 * @return an opaque identity, empty for an anonymous request, or {@code null} if it
	 * is not known. Never sent, and stored as a hash only
	 */
	@Nullable String of(HttpRequest request);

}
