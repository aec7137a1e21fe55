package dev.hyperclient.security;

import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.concurrent.TimeoutException;

import javax.net.ssl.SSLException;

import dev.hyperclient.error.CredentialsException;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;

/**
 * Thrown if no access token can be obtained for a request, so that the request is not
 * sent: the authorization server cannot be reached or rejects the application.
 */
public class AccessTokenException extends CredentialsException {

	private static final String WITHOUT_REASON = ": null";

	private final String registrationId;

	/**
	 * Create an exception.
	 * @param uri the URL of the request
	 * @param registrationId the id of the client registration
	 * @param message the reason and the remedy, without secrets
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

	/**
	 * Return the reason of a failure. Exceptions of some HTTP clients have no message.
	 * @param failure the exception of Spring Security
	 * @return the reason, without a full stop
	 */
	static String reason(Exception failure) {
		Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
		String message = String.valueOf(failure.getMessage()).replaceAll("\\.+$", "");
		if (failure instanceof TimeoutException || cause.getClass().getSimpleName().contains("Timeout")) {
			return withoutNull(message) + ": the authorization server did not answer in time";
		}
		if (cause instanceof SSLException || cause instanceof GeneralSecurityException) {
			return withoutNull(message)
					+ ". The TLS connection to the authorization server failed; its SSL bundle is set by 'spring.http.clients.ssl.bundle'";
		}
		return message.endsWith("null") ? withoutNull(message) + ": " + cause.getClass().getSimpleName() : message;
	}

	private static String withoutNull(String message) {
		return message.endsWith(WITHOUT_REASON) ? message.substring(0, message.length() - WITHOUT_REASON.length())
				: message.equals("null") ? "the request for a token failed" : message;
	}

}
