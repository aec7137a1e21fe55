package dev.hyperclient.autoconfigure.httpcache;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the configuration of the HTTP cache cannot be used. The message is the
 * description of the problem, without a full stop.
 */
class HttpCacheConfigurationException extends RuntimeException {

	private final String action;

	/**
	 * Create an exception.
	 * @param description what is wrong
	 * @param action what to do, one or more sentences
	 * @param cause the cause, {@code null} for none
	 */
	HttpCacheConfigurationException(String description, String action, @Nullable Throwable cause) {
		super(description, cause);
		this.action = action;
	}

	String getAction() {
		return this.action;
	}

}
