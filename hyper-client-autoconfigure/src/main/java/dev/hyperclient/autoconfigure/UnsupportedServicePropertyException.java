package dev.hyperclient.autoconfigure;

/**
 * Thrown if a property of a service is set that requires something that the application
 * does not have.
 */
class UnsupportedServicePropertyException extends RuntimeException {

	private final String property;

	private final String value;

	private final Requirement requirement;

	/**
	 * Create an exception.
	 * @param property the full key of the property
	 * @param value the value of the property
	 * @param requirement what the property requires
	 * @param reason why the requirement is not met
	 */
	UnsupportedServicePropertyException(String property, String value, Requirement requirement, String reason) {
		super("'%s' is set, but %s".formatted(property, reason));
		this.property = property;
		this.value = value;
		this.requirement = requirement;
	}

	String getProperty() {
		return this.property;
	}

	String getValue() {
		return this.value;
	}

	Requirement getRequirement() {
		return this.requirement;
	}

	/**
	 * What a property requires.
	 */
	enum Requirement {

		/**
		 * Reactor Netty as the HTTP client of the application.
		 */
		REACTOR_NETTY,

		/**
		 * The OAuth 2 client of Spring Security with one repository of registrations.
		 */
		OAUTH2_CLIENT

	}

}
