package dev.hyperclient.cookbook.service.security;

import java.util.Optional;

/**
 * Finds consumers and tokens. Called by several threads.
 */
public interface OAuthDataStore {

	/**
	 * Find a consumer.
	 * @param key the key as sent, possibly empty
	 * @return the consumer, which may be created for an unknown key, or empty to reject
	 * the request
	 */
	Optional<OAuthConsumer> findConsumer(String key);

	/**
	 * Find the token of a consumer.
	 * @param consumer a consumer from this store
	 * @param key the key as sent, empty for anonymous access
	 * @return the token, {@link OAuthToken#ANONYMOUS} to permit anonymous access, or
	 * empty if the consumer has no such token
	 */
	Optional<OAuthToken> findToken(OAuthConsumer consumer, String key);

}
