package dev.hyperclient.autoconfigure;

import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.HyperClientException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the root of a service cannot be built or fetched at the start.
 */
class ServiceRootCreationException extends RuntimeException {

	private final ServiceProperties service;

	private final boolean versioned;

	private final boolean authorized;

	private final RuntimeException reason;

	/**
	 * Create an exception.
	 * @param service the service
	 * @param versioned whether the version is configured apart from the base URL
	 * @param authorized whether there is an authorizer
	 * @param cause why there is no root
	 */
	ServiceRootCreationException(ServiceProperties service, boolean versioned, boolean authorized,
			RuntimeException cause) {
		super("The root of the service '%s' could not be created: %s".formatted(service.name(), firstLine(cause)),
				cause);
		this.service = service;
		this.versioned = versioned;
		this.authorized = authorized;
		this.reason = cause;
	}

	/**
	 * Return the first line of a message: the message of an error status has header
	 * fields and content below it.
	 */
	private static String firstLine(RuntimeException ex) {
		if (ex instanceof HTTPError error) {
			// Without the request, since the texts around it have the URL.
			return "HTTP Error %d: %s".formatted(error.status(), error.reason());
		}
		return firstLine(ex.getMessage());
	}

	private static String firstLine(@Nullable String message) {
		return String.valueOf(message).lines().findFirst().orElse("");
	}

	ServiceProperties getService() {
		return this.service;
	}

	boolean isVersioned() {
		return this.versioned;
	}

	boolean isAuthorized() {
		return this.authorized;
	}

	RuntimeException getReason() {
		return this.reason;
	}

	/**
	 * Return what is wrong, without the advice of the message: the analysis has its own.
	 */
	String getReasonText() {
		return (this.reason instanceof HyperClientException ex && !(ex instanceof HTTPError)) ? firstLine(ex.problem())
				: firstLine(this.reason);
	}

}
