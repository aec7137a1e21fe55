package dev.hyperclient.token;

/**
 * An application, as a service knows it (RFC 5849, 1.1). Immutable.
 *
 * @param key its name, not empty, without control characters and without blanks at its
 * ends
 * @param secret what it shares with the service, of the same characters; empty for most
 * services in the style of lazr.restful
 */
public record Consumer(String key, String secret) {

	/**
	 * Creates a consumer.
	 * @throws IllegalArgumentException if key or secret contain what they must not. The
	 * message does not repeat them
	 */
	public Consumer {
		if (key.isEmpty()) {
			throw new IllegalArgumentException("'key' must not be empty");
		}
		Credential.requireStorable("key", key);
		Credential.requireStorable("secret", secret);
	}

	/**
	 * Return a consumer without a secret.
	 * @param key its name
	 * @return the consumer
	 */
	public static Consumer of(String key) {
		return new Consumer(key, "");
	}

	/**
	 * Return the key without the secret.
	 */
	@Override
	public String toString() {
		return "Consumer[key=" + this.key + "]";
	}

}
