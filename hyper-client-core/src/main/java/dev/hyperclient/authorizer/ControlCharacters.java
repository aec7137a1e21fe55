package dev.hyperclient.authorizer;

/**
 * Refuses control characters, which could begin another header line or be the forgotten
 * end of a line in a file with a secret.
 */
final class ControlCharacters {

	private ControlCharacters() {
	}

	static void refuse(String name, String value) {
		if (value.chars().anyMatch(Character::isISOControl)) {
			// The value may be a secret.
			throw new IllegalArgumentException("'%s' must not contain control characters".formatted(name));
		}
	}

}
