package dev.hyperclient.autoconfigure;

/**
 * Thrown if a property of a service is set without another one that it requires.
 */
class IncompleteServicePropertiesException extends RuntimeException {

	private final Group group;

	private final String property;

	private final String missing;

	/**
	 * Create an exception.
	 * @param group what both properties configure
	 * @param property the full key of the property that is set
	 * @param missing the full key of the property that is not set
	 */
	IncompleteServicePropertiesException(Group group, String property, String missing) {
		super("Incomplete %s: '%s' is set, but '%s' is not".formatted(group.description, property, missing));
		this.group = group;
		this.property = property;
		this.missing = missing;
	}

	Group getGroup() {
		return this.group;
	}

	String getProperty() {
		return this.property;
	}

	String getMissing() {
		return this.missing;
	}

	/**
	 * Properties that are set together.
	 */
	enum Group {

		CREDENTIALS("credentials"), PROXY("proxy configuration");

		private final String description;

		Group(String description) {
			this.description = description;
		}

	}

}
