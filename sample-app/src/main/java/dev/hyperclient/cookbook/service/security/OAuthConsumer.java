package dev.hyperclient.cookbook.service.security;

/**
 * An application that sends signed requests.
 *
 * @param key the key
 * @param secret the secret, usually empty
 */
public record OAuthConsumer(String key, String secret) {

	/**
	 * Return the consumer without the secret.
	 */
	@Override
	public String toString() {
		return "OAuthConsumer[key=" + this.key + "]";
	}

}
