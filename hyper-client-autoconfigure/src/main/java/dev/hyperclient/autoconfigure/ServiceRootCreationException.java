package dev.hyperclient.autoconfigure;

import dev.hyperclient.error.HyperClientException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the root of a service cannot be built or fetched at the start.
 */
class ServiceRootCreationException extends RuntimeException {

	private final ServiceProperties service;

	private final boolean authorized;

	private final boolean versioned;

	private final RuntimeException reason;

	/**
	 * Create an exception.
	 * @param service the service
	 * @param authorized whether there are credentials
	 * @param versioned whether the version is configured apart from the base URL
	 * @param cause why there is no root
	 */
	ServiceRootCreationException(ServiceProperties service, boolean authorized, boolean versioned,
			RuntimeException cause) {
		super("The root of the service '%s' could not be created: %s".formatted(service.name(),
				firstLine(cause.getMessage())), cause);
		this.service = service;
		this.authorized = authorized;
		this.versioned = versioned;
		this.reason = cause;
	}

	/**
	 * Return the first line of a message: that of an error status has header fields and
	 * content below it.
	 */
	private static String firstLine(@Nullable String message) {
		return String.valueOf(message).lines().findFirst().orElse("");
	}

	ServiceProperties getService() {
		return this.service;
	}

	boolean isAuthorized() {
		return this.authorized;
	}

	boolean isVersioned() {
		return this.versioned;
	}

	RuntimeException getReason() {
		return this.reason;
	}

	/**
	 * Return what is wrong, without the advice of the message: the analysis has its own.
	 */
	String getReasonText() {
		return firstLine((this.reason instanceof HyperClientException ex) ? ex.problem() : this.reason.getMessage());
	}

}
