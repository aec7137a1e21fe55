package dev.hyperclient.cookbook.service.security;

/**
 * What a user gave to a consumer, so that it can act in the user's name.
 *
 * @param key its name
 * @param secret its secret
 */
public record OAuthToken(String key, String secret) {

	/**
	 * The empty token: nobody gave anything.
	 */
	public static final OAuthToken ANONYMOUS = new OAuthToken("", "");

	/**
	 * Whether this is the empty token.
	 * @return whether it is
	 */
	public boolean isAnonymous() {
		return equals(ANONYMOUS);
	}

	/**
	 * Without the secret, and without the key, which is half of one.
	 */
	@Override
	public String toString() {
		return isAnonymous() ? "OAuthToken[anonymous]" : "OAuthToken[***]";
	}

}
