package dev.hyperclient.token;

/**
 * A request token, the temporary credentials of the flow (RFC 5849, 2.1). Immutable.
 *
 * @param key the token, which is part of the URL of the page
 * @param secret the secret that proves the possession of the token
 */
public record RequestToken(String key, String secret) {

	/**
	 * Return a text that reveals neither key nor secret.
	 */
	@Override
	public String toString() {
		return "RequestToken[******]";
	}

}
