package dev.hyperclient.authorizer;

import java.util.Map;

import org.springframework.util.Assert;

/**
 * The text of an OAuth {@code Authorization} field (RFC 5849, 3.5.1), and what the parts
 * of any {@code Authorization} field may contain.
 */
final class AuthorizationHeader {

	private static final char FIRST_PRINTABLE = 32;

	private static final char LAST_ASCII = 126;

	private AuthorizationHeader() {
	}

	static String of(String realm, Map<String, String> parameters) {
		StringBuilder header = new StringBuilder("OAuth realm=").append(quoted(realm));
		parameters.forEach((name, value) -> header.append(", ")
			.append(PercentEncoding.encode(name))
			.append("=\"")
			.append(PercentEncoding.encode(value))
			.append('"'));
		return header.toString();
	}

	/**
	 * The realm is not encoded, so it is restricted to what a header field may contain.
	 */
	static void requireRealm(String realm) {
		Assert.isTrue(realm.chars().allMatch((c) -> c >= FIRST_PRINTABLE && c <= LAST_ASCII),
				"'realm' must consist of printable ASCII characters");
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

	/** RFC 9110, 5.6.4. */
	private static String quoted(String text) {
		return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
	}

}
