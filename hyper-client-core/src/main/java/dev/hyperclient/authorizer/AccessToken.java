package dev.hyperclient.authorizer;

import org.springframework.util.Assert;

/**
 * An OAuth 1.0a token that a user has granted to a consumer (RFC 5849, 1.1). Immutable.
 *
 * @param key the token, which is sent and is not secret; empty for anonymous access
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
		rejectControlCharacters("key", key);
		rejectControlCharacters("secret", secret);
	}

	/**
	 * Return the anonymous token, whose key and secret are empty. Services in the style
	 * of lazr.restful grant anonymous access for it, to any consumer.
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

	/**
	 * Reject control characters, which could start another header line, or be the line
	 * end that was left in a file with a secret.
	 */
	static void rejectControlCharacters(String name, String value) {
		// The value is not part of the message, since it may be a secret.
		Assert.isTrue(value.chars().noneMatch(Character::isISOControl),
				() -> "'%s' must not contain control characters".formatted(name));
	}

}
