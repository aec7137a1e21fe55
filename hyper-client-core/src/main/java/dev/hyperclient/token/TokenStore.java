package dev.hyperclient.token;

import java.net.URI;
import java.util.Optional;

import dev.hyperclient.authorizer.AccessToken;

/**
 * Keeps tokens from one start of an application to the next: one for each application at
 * each service, and never that of one for another. Implementations are thread-safe and
 * show no token in logs, exceptions or {@code toString}.
 */
public interface TokenStore {

	/**
	 * Look a token up.
	 * @param serviceRoot the URL of the service
	 * @param consumer the application, known by its key
	 * @return the token, empty if there is none
	 * @throws dev.hyperclient.error.CredentialsException if it cannot be read
	 */
	Optional<AccessToken> find(URI serviceRoot, Consumer consumer);

	/**
	 * Keep a token, in place of any other for the same application at the same service.
	 * @param serviceRoot the URL of the service
	 * @param consumer the application
	 * @param token the token
	 * @throws dev.hyperclient.error.CredentialsException if it cannot be kept
	 */
	void save(URI serviceRoot, Consumer consumer, AccessToken token);

	/**
	 * Forget a token, if there is one.
	 * @param serviceRoot the URL of the service
	 * @param consumer the application, known by its key
	 * @throws dev.hyperclient.error.CredentialsException if it cannot be removed
	 */
	void remove(URI serviceRoot, Consumer consumer);

}
