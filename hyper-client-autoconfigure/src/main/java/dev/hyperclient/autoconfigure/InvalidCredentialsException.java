package dev.hyperclient.autoconfigure;

import java.util.List;

/**
 * Thrown if credentials in the properties of a service have characters that cannot be
 * sent. The message does not contain them.
 */
class InvalidCredentialsException extends RuntimeException {

	private final List<String> properties;

	/**
	 * Create an exception.
	 * @param properties the full keys of the properties that may be the cause
	 * @param cause the reason, without the credentials
	 */
	InvalidCredentialsException(List<String> properties, IllegalArgumentException cause) {
		super("Invalid credentials: " + cause.getMessage(), cause);
		this.properties = List.copyOf(properties);
	}

	List<String> getProperties() {
		return this.properties;
	}

}
