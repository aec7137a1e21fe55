package dev.hyperclient.authorizer;

/**
 * An OAuth 1.0a token: what a user has granted to a consumer (RFC 5849, 1.1). Immutable.
 *
 * @param key the token, which is sent and is no secret; empty for anonymous access
 * @param secret the secret that proves the possession of the token; empty for anonymous
 * access
 */
public record AccessToken(String key, String secret) {

	/**
	 * Creates a token.
	 * @throws IllegalArgumentException if key or secret contain control characters. The
	 * message does not repeat them
	 */
	public AccessToken {
		ControlCharacters.refuse("key", key);
		ControlCharacters.refuse("secret", secret);
	}

	/**
	 * Return the token of nobody: key and secret are empty. Services in the style of
	 * lazr.restful grant anonymous access to it, for any consumer.
	 * @return the token
	 */
	public static AccessToken anonymous() {
		return new AccessToken("", "");
	}

	boolean isAnonymous() {
		return this.key.isEmpty() && this.secret.isEmpty();
	}

	/**
	 * Return whether there is a token, and nothing of it.
	 */
	@Override
	public String toString() {
		return isAnonymous() ? "AccessToken[anonymous]" : "AccessToken[******]";
	}

}
