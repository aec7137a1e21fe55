package dev.hyperclient.token;

/**
 * A token that stands for the question whether the application may have an access token
 * (RFC 5849, 2.1). Immutable.
 *
 * @param key the token, which the URL of the page carries
 * @param secret the secret that proves the possession of the token
 */
public record RequestToken(String key, String secret) {

	/**
	 * Nothing of the token.
	 */
	@Override
	public String toString() {
		return "RequestToken[******]";
	}

}
