package dev.hyperclient.token;

import java.net.URI;

/**
 * Leads the user to the page where the service asks whether the application may have a
 * token: opens a browser, or prints the URL. Implementations must be thread-safe.
 */
@FunctionalInterface
public interface AuthorizationPrompt {

	/**
	 * Show the page, and returns without waiting for the user. It must not use the client
	 * that wants the token. An exception it throws ends the authorization.
	 * @param page the URL of the page, for the user alone
	 */
	void show(URI page);

}
