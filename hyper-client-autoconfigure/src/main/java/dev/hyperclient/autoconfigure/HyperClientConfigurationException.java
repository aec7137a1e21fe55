package dev.hyperclient.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the configuration of a service cannot be used. The message is the description
 * of the problem, without a full stop.
 */
class HyperClientConfigurationException extends RuntimeException {

	private final String action;

	/**
	 * Create an exception.
	 * @param description what is wrong
	 * @param action what to do, one or more sentences
	 */
	HyperClientConfigurationException(String description, String action) {
		this(description, action, null);
	}

	HyperClientConfigurationException(String description, String action, @Nullable Throwable cause) {
		super(description, cause);
		this.action = action;
	}

	/**
	 * Create an exception for a property that is set without another one that it
	 * requires.
	 * @param group what both properties configure
	 * @param property the full key of the property that is set
	 * @param missing the full key of the property that is not set
	 * @param alternative another action, empty for none
	 */
	static HyperClientConfigurationException incomplete(String group, String property, String missing,
			String alternative) {
		return new HyperClientConfigurationException(
				"Incomplete %s: '%s' is set, but '%s' is not".formatted(group, property, missing),
				"Set '%s' too, or remove '%s'.%s".formatted(missing, property, alternative));
	}

	String getAction() {
		return this.action;
	}

}
