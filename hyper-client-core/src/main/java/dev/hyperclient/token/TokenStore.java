package dev.hyperclient.token;

import java.net.URI;
import java.util.Optional;

import dev.hyperclient.authorizer.AccessToken;

/**
 * Stores tokens across restarts of an application: one for each application and service.
 * Implementations must be thread-safe and must not reveal tokens in logs, exceptions or
 * {@code toString}.
 */
public interface TokenStore {

	/**
	 * Look a token up.
	 * @param serviceRoot the URL of the service
	 * @param consumer the application, identified by its key
	 * @return the token, empty if there is none
	 * @throws dev.hyperclient.error.CredentialsException if it cannot be read
	 */
	Optional<AccessToken> find(URI serviceRoot, OAuthConsumer consumer);

	/**
	 * Save a token, replacing any other token for the same application and service.
	 * @param serviceRoot the URL of the service
	 * @param consumer the application
	 * @param token the token
	 * @throws dev.hyperclient.error.CredentialsException if it cannot be saved
	 */
	void save(URI serviceRoot, OAuthConsumer consumer, AccessToken token);

	/**
	 * Remove a token, if there is one.
	 * @param serviceRoot the URL of the service
	 * @param consumer the application, identified by its key
	 * @throws dev.hyperclient.error.CredentialsException if it cannot be removed
	 */
	void remove(URI serviceRoot, OAuthConsumer consumer);

}
