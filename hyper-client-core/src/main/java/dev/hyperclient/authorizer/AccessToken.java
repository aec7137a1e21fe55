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
	 * Create a token.
	 * @throws IllegalArgumentException if key or secret contain control characters. The
	 * message does not contain them
	 */
	public AccessToken {
		AuthorizationHeader.rejectControlCharacters("key", key);
		AuthorizationHeader.rejectControlCharacters("secret", secret);
	}

	/**
	 * Return the anonymous token, whose key and secret are empty. Services in the style
	 * of lazr.restful grant it anonymous access, for any consumer.
	 * @return the token
	 */
	public static AccessToken anonymous() {
		return new AccessToken("", "");
	}

	boolean isAnonymous() {
		return this.key.isEmpty() && this.secret.isEmpty();
	}

	/**
	 * Return a text that reveals neither key nor secret.
	 */
	@Override
	public String toString() {
		return isAnonymous() ? "AccessToken[anonymous]" : "AccessToken[******]";
	}

}
