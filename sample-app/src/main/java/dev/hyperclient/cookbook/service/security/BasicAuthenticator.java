package dev.hyperclient.cookbook.service.security;

import java.util.Optional;

/**
 * Knows the users of an application.
 */
@FunctionalInterface
public interface BasicAuthenticator {

	/**
	 * Find the user whose password this is.
	 * @param username the user name that was sent
	 * @param password the password that was sent
	 * @return the user's name, or nothing if there is no such user with this password
	 */
	Optional<String> authenticate(String username, String password);

}
