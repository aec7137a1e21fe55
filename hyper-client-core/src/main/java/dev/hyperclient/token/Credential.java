package dev.hyperclient.token;

import java.util.function.IntPredicate;

import org.springframework.util.Assert;

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
		// The value is not part of the message, since it may be a secret.
		Assert.isTrue(!cut && value.chars().noneMatch(Character::isISOControl),
				() -> "'%s' must have neither control characters nor leading or trailing blanks".formatted(name));
	}

}
