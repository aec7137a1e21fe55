package dev.hyperclient.security;

import java.security.GeneralSecurityException;
import java.util.concurrent.TimeoutException;

import javax.net.ssl.SSLException;

import org.springframework.core.NestedExceptionUtils;

/**
 * Describes why no access token could be obtained.
 */
final class TokenFailure {

	private static final String WITHOUT_REASON = ": null";

	private TokenFailure() {
	}

	/**
	 * Return the reason of a failure. Exceptions of some HTTP clients have no message.
	 * @param failure the exception of Spring Security
	 * @return the reason, without a full stop
	 */
	static String reason(Exception failure) {
		Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
		String message = String.valueOf(failure.getMessage()).replaceAll("\\.+$", "");
		if (failure instanceof TimeoutException || isTimeout(cause)) {
			return withoutNull(message) + ": the authorization server did not answer in time";
		}
		if (cause instanceof SSLException || cause instanceof GeneralSecurityException) {
			return withoutNull(message)
					+ ". The TLS connection to the authorization server failed; its SSL bundle is that of 'spring.http.clients.ssl.bundle'";
		}
		return message.endsWith("null") ? withoutNull(message) + ": " + cause.getClass().getSimpleName() : message;
	}

	private static boolean isTimeout(Throwable cause) {
		return cause.getClass().getSimpleName().contains("Timeout");
	}

	private static String withoutNull(String message) {
		return message.endsWith(WITHOUT_REASON) ? message.substring(0, message.length() - WITHOUT_REASON.length())
				: message.equals("null") ? "the request for a token failed" : message;
	}

}
