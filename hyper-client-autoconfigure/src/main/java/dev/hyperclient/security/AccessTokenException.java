package dev.hyperclient.security;

import java.net.URI;

import dev.hyperclient.error.CredentialsException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if no access token can be obtained for a request, so that the request is not
 * sent: the authorization server cannot be reached or rejects the application.
 */
public class AccessTokenException extends CredentialsException {

	private final String registrationId;

	/**
	 * Create an exception.
	 * @param uri the URL of the request
	 * @param registrationId the id of the client registration
	 * @param message the reason and what to do, without secrets
	 * @param cause the cause, or {@code null}
	 */
	public AccessTokenException(URI uri, String registrationId, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
		this.registrationId = registrationId;
	}

	/**
	 * Return the id of the client registration that a token was requested for.
	 * @return the registration id
	 */
	public final String registrationId() {
		return this.registrationId;
	}

}
