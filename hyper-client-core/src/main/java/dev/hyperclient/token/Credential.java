package dev.hyperclient.token;

import java.util.function.IntPredicate;

/**
 * The texts that keys and secrets can be.
 */
final class Credential {

	private static final IntPredicate BLANK = (c) -> Character.isWhitespace(c) || Character.isSpaceChar(c);

	private Credential() {
	}

	/**
	 * Refuse what would not come back from a file, whose readers cut blanks off.
	 */
	static void requireStorable(String name, String value) {
		boolean cut = !value.isEmpty()
				&& (BLANK.test(value.codePointAt(0)) || BLANK.test(value.codePointBefore(value.length())));
		if (cut || value.chars().anyMatch(Character::isISOControl)) {
			// The value may be a secret.
			throw new IllegalArgumentException(
					"'%s' must have neither control characters nor blanks at its ends".formatted(name));
		}
	}

}
