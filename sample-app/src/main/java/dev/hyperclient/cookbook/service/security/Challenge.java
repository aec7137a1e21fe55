package dev.hyperclient.cookbook.service.security;

/**
 * Writes challenges. A realm with a quotation mark or a line break in it must not end the
 * challenge early.
 */
final class Challenge {

	private Challenge() {
	}

	static String of(String scheme, String realm) {
		if (realm.isBlank() || realm.chars().anyMatch((character) -> character < 0x20 || character > 0x7e)) {
			throw new IllegalArgumentException("A realm must be visible ASCII text: '" + realm + "'");
		}
		return scheme + " realm=\"" + realm.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
	}

}
