package dev.hyperclient.authorizer;

/**
 * Rejects control characters, which could start another header line, or be the line end
 * that was left in a file with a secret.
 */
final class ControlCharacters {

	private ControlCharacters() {
	}

	static void reject(String name, String value) {
		if (value.chars().anyMatch(Character::isISOControl)) {
			// Not part of the message, since it may be a secret.
			throw new IllegalArgumentException("'%s' must not contain control characters".formatted(name));
		}
	}

}
