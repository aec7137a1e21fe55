package dev.hyperclient.token;

import java.util.function.IntPredicate;

/**
 * Rules for keys and secrets.
 */
final class Credential {

	private static final IntPredicate BLANK = (c) -> Character.isWhitespace(c) || Character.isSpaceChar(c);

	private Credential() {
	}

	/**
	 * Reject a text that a credentials file cannot represent, since its readers trim
	 * blanks.
	 */
	static void requireStorable(String name, String value) {
		boolean cut = !value.isEmpty()
				&& (BLANK.test(value.codePointAt(0)) || BLANK.test(value.codePointBefore(value.length())));
		if (cut || value.chars().anyMatch(Character::isISOControl)) {
			// Not part of the message, since it may be a secret.
			throw new IllegalArgumentException(
					"'%s' must have neither control characters nor leading or trailing blanks".formatted(name));
		}
	}

}
