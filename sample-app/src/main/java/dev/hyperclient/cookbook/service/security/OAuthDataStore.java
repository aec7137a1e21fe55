package dev.hyperclient.cookbook.service.security;

import java.util.Optional;

/**
 * Finds consumers and tokens. Asked by many threads at once.
 */
public interface OAuthDataStore {

	/**
	 * Find a consumer.
	 * @param key the key that was sent, perhaps empty
	 * @return the consumer; one made on the fly where unknown ones are welcome, too; or
	 * nothing
	 */
	Optional<OAuthConsumer> findConsumer(String key);

	/**
	 * Find the token of a consumer.
	 * @param consumer a consumer from this store
	 * @param key the key that was sent; empty for anonymous access
	 * @return the token, {@link OAuthToken#ANONYMOUS} where anonymous access is welcome,
	 * or nothing if the consumer has no such token
	 */
	Optional<OAuthToken> findToken(OAuthConsumer consumer, String key);

}
