package dev.hyperclient.autoconfigure.internal;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Thrown if the configuration of a service or of the HTTP cache cannot be used. The
 * description of the problem, which is the message unless there is another one, has no
 * full stop.
 */
public final class ConfigurationException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String description;

	private final String action;

	/**
	 * Create an exception.
	 * @param description what is wrong
	 * @param action what to do, one or more sentences
	 */
	public ConfigurationException(String description, String action) {
		this(description, action, null);
	}

	/**
	 * Create an exception.
	 * @param description what is wrong
	 * @param action what to do, one or more sentences
	 * @param cause the cause, {@code null} for none
	 */
	public ConfigurationException(String description, String action, @Nullable Throwable cause) {
		this(description, description, action, cause);
	}

	/**
	 * Create an exception whose message is not the description.
	 * @param message the message
	 * @param description what is wrong
	 * @param action what to do, one or more sentences
	 * @param cause the cause, {@code null} for none
	 */
	public ConfigurationException(String message, String description, String action, @Nullable Throwable cause) {
		super(message, cause);
		this.description = description;
		this.action = action;
	}

	/**
	 * Create an exception for a property that is missing or has a value that cannot be
	 * used. The message has no value unless one is passed, since it may be a secret.
	 * @param property the full key of the property
	 * @param value the value to show, {@code null} to show none
	 * @param reason a predicate whose subject is the property, such as "must be positive"
	 * @param expected what to set instead, such as "a value such as 10s"
	 * @return the exception
	 */
	public static ConfigurationException ofProperty(String property, @Nullable Object value, String reason,
			String expected) {
		return ofProperty(property, value, reason, expected, null);
	}

	/**
	 * Create an exception for a property, with its cause.
	 * @param property the full key of the property
	 * @param value the value to show, {@code null} to show none
	 * @param reason a predicate whose subject is the property
	 * @param expected what to set instead
	 * @param cause the cause, {@code null} for none
	 * @return the exception
	 */
	public static ConfigurationException ofProperty(String property, @Nullable Object value, String reason,
			String expected, @Nullable Throwable cause) {
		return new ConfigurationException(
				"'%s' %s%s".formatted(property, reason, (value != null) ? " but is '" + value + "'" : ""),
				"Set '%s' to %s.".formatted(property, expected), cause);
	}

	/**
	 * Create an exception for a property that is set without another one that it
	 * requires.
	 * @param property the full key of the property that is set
	 * @param missing the full key of the property that is not set
	 * @param alternative another action, empty for none
	 * @return the exception
	 */
	public static ConfigurationException incomplete(String property, String missing, String alternative) {
		return new ConfigurationException("'%s' is set, but '%s' is not".formatted(property, missing),
				"Set '%s' too, or remove '%s'.%s".formatted(missing, property, alternative));
	}

	String getDescription() {
		return this.description;
	}

	String getAction() {
		return this.action;
	}

	/**
	 * Analyzes a {@link ConfigurationException}.
	 */
	static final class ConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<ConfigurationException> {

		@Override
		protected FailureAnalysis analyze(Throwable rootFailure, ConfigurationException cause) {
			return new FailureAnalysis(cause.getDescription() + ".", cause.getAction(), cause);
		}

	}

}
