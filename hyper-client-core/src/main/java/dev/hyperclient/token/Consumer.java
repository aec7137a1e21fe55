package dev.hyperclient.token;

import org.springframework.util.Assert;

/**
 * An application that is registered with a service (RFC 5849, 1.1). Immutable.
 *
 * @param key the name, not empty, without control characters and without leading or
 * trailing blanks
 * @param secret the secret that it shares with the service, with the same restrictions;
 * empty for most services in the style of lazr.restful
 */
public record Consumer(String key, String secret) {

	/**
	 * Create a consumer.
	 * @throws IllegalArgumentException if key or secret contain forbidden characters. The
	 * message does not contain them
	 */
	public Consumer {
		Assert.isTrue(!key.isEmpty(), "'key' must not be empty");
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
	 * Return the key, but not the secret.
	 */
	@Override
	public String toString() {
		return "Consumer[key=" + this.key + "]";
	}

}
