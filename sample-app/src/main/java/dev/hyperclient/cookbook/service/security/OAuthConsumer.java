package dev.hyperclient.cookbook.service.security;

/**
 * An application that sends requests.
 *
 * @param key its name
 * @param secret its secret, usually empty
 */
public record OAuthConsumer(String key, String secret) {

	/**
	 * Without the secret.
	 */
	@Override
	public String toString() {
		return "OAuthConsumer[key=" + this.key + "]";
	}

}
