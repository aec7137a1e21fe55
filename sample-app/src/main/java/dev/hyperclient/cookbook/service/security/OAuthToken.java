package dev.hyperclient.cookbook.service.security;

/**
 * An access token that a user granted to a consumer.
 *
 * @param key the key
 * @param secret the secret
 */
public record OAuthToken(String key, String secret) {

	/**
	 * The empty token of anonymous access.
	 */
	public static final OAuthToken ANONYMOUS = new OAuthToken("", "");

	/**
	 * Return whether this is the empty token.
	 * @return whether access is anonymous
	 */
	public boolean isAnonymous() {
		return equals(ANONYMOUS);
	}

	/**
	 * Return the token without secret and key, which are both confidential.
	 */
	@Override
	public String toString() {
		return isAnonymous() ? "OAuthToken[anonymous]" : "OAuthToken[***]";
	}

}
