package dev.hyperclient.token;

import java.net.URI;

/**
 * Presents to the user the page on which the service asks whether to grant a token to the
 * application, for instance by opening a browser or printing the URL. Implementations
 * must be thread-safe.
 */
@FunctionalInterface
public interface AuthorizationPrompt {

	/**
	 * Present the page, and return without waiting for the user. Must not use the client
	 * that requests the token. An exception ends the authorization.
	 * @param page the URL of the page, which is for the user only
	 */
	void show(URI page);

}
