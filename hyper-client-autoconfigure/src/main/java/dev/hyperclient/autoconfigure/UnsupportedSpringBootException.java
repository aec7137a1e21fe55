package dev.hyperclient.autoconfigure;

/**
 * Thrown if the application runs on a version of Spring Boot that is too old. Uses only
 * types that older versions have as well.
 */
class UnsupportedSpringBootException extends RuntimeException {

	/**
	 * Create an exception.
	 * @param version the version of Spring Boot that the application runs on
	 */
	UnsupportedSpringBootException(String version) {
		super("Hyper Client %s needs Spring Boot %s or newer; this application runs on Spring Boot %s"
			.formatted(SpringBootRequirement.HYPER_CLIENT_VERSION, SpringBootRequirement.MINIMUM, version));
	}

}
