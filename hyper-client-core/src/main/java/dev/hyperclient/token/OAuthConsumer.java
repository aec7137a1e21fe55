package dev.hyperclient.token;

import java.util.function.IntPredicate;

import org.springframework.util.Assert;

/**
 * An application that is registered with a service (RFC 5849, 1.1). Immutable.
 *
 * @param key the name, not empty, without control characters and without leading or
 * trailing blanks
 * @param secret the secret that it shares with the service, with the same restrictions;
 * empty for most services in the style of lazr.restful
 */
public record OAuthConsumer(String key, String secret) {

	private static final IntPredicate BLANK = (c) -> Character.isWhitespace(c) || Character.isSpaceChar(c);

	/**
	 * Create a consumer.
	 * @throws IllegalArgumentException if key or secret contain forbidden characters. The
	 * message does not contain them
	 */
	public OAuthConsumer {
		Assert.isTrue(!key.isEmpty(), "'key' must not be empty");
		requireStorable("key", key);
		requireStorable("secret", secret);
	}

	/**
	 * Return a consumer without a secret.
	 * @param key its name
	 * @return the consumer
	 */
	public static OAuthConsumer of(String key) {
		return new OAuthConsumer(key, "");
	}

	/**
	 * Return the key, but not the secret.
	 */
	@Override
	public String toString() {
		return "OAuthConsumer[key=" + this.key + "]";
	}

	/**
	 * Reject a key or secret that a credentials file cannot represent, since its readers
	 * trim blanks.
	 */
	static void requireStorable(String name, String value) {
		boolean cut = !value.isEmpty()
				&& (BLANK.test(value.codePointAt(0)) || BLANK.test(value.codePointBefore(value.length())));
		// The value is not part of the message, since it may be a secret.
		Assert.isTrue(!cut && value.chars().noneMatch(Character::isISOControl),
				() -> "'%s' must have neither control characters nor leading or trailing blanks".formatted(name));
	}

}
