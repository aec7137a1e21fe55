package dev.hyperclient.error;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A setting that messages name. A starter maps it to the key of its property.
 */
public enum Setting {

	/** The base URL of the service. */
	BASE_URL("serviceRoot", "the base URL"),

	/** The version of the service. */
	VERSION("version", "the version"),

	/** Origins that requests may go to, apart from the origin of the service. */
	ALLOWED_ORIGINS("allowedOrigins", "the allowed origins"),

	/** Whether credentials may be sent over plain http. */
	ALLOW_PLAIN_HTTP_CREDENTIALS("allowPlainHttpCredentials", "credentials over plain http"),

	/** Whether values are checked against the description before they are sent. */
	CHECK_VALUES("checkValues", "the check of values"),

	/** The maximum time of a call with all its requests. */
	CALL_TIMEOUT("callTimeout", "the call timeout"),

	/** The maximum size of the content of a response that is read into memory. */
	MAX_RESPONSE_SIZE("maxResponseSize", "the maximum response size"),

	/** The directory of stored responses. */
	CACHE_DIRECTORY("directory", "the cache directory"),

	/** The directory of parsed descriptions. */
	DESCRIPTION_DIRECTORY("descriptionDirectory", "the directory of parsed descriptions"),

	/** The path of an entry of a collection by its key. */
	COLLECTION_KEY_PATH("collection", "the key path of the collection"),

	/** Whether no requests are sent. */
	OFFLINE("offline", "the switch for offline"),

	/** The time that the HTTP client allows for establishing a connection. */
	CONNECT_TIMEOUT(null, "the connect timeout of the HTTP client"),

	/** The time that the HTTP client waits for data. */
	READ_TIMEOUT(null, "the read timeout of the HTTP client"),

	/** The key store and trust store of the HTTP client. */
	SSL_BUNDLE(null, "the TLS settings of the HTTP client");

	private final @Nullable String builderMethod;

	private final String description;

	Setting(@Nullable String builderMethod, String description) {
		this.builderMethod = builderMethod;
		this.description = description;
	}

	/**
	 * Return the method of the builder.
	 * @return the name of the method, or empty for a setting of the HTTP client
	 */
	public Optional<String> builderMethod() {
		return Optional.ofNullable(this.builderMethod);
	}

	/**
	 * Return the description of the setting.
	 * @return a noun phrase
	 */
	public String description() {
		return this.description;
	}

}
