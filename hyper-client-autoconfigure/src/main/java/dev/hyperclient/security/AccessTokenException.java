package dev.hyperclient.security;

import java.net.URI;

import dev.hyperclient.error.CredentialsException;
import org.jspecify.annotations.Nullable;

/**
 * There is no access token for a request, so it was not sent: the authorization server
 * cannot be reached, or refuses the application.
 */
public class AccessTokenException extends CredentialsException {

	private final String registrationId;

	public AccessTokenException(URI uri, String registrationId, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
		this.registrationId = registrationId;
	}

	/**
	 * The client registration that the token was asked for.
	 * @return the registration id
	 */
	public final String registrationId() {
		return this.registrationId;
	}

}
