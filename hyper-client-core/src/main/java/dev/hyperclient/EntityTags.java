package dev.hyperclient;

/**
 * Entity tags that are sent back in a condition (RFC 9110, 8.8.3).
 */
final class EntityTags {

	private EntityTags() {
	}

	/**
	 * Return whether a text is an entity tag, or one with the coding that a compressing
	 * proxy has appended: {@code "tag"-gzip}, which services accept. {@code *} is none:
	 * it would match any state.
	 */
	static boolean isUsable(String text) {
		int begin = text.startsWith("W/") ? 2 : 0;
		int end = text.indexOf('"', begin + 1);
		return end > begin && text.charAt(begin) == '"'
				&& text.substring(begin + 1, end).chars().allMatch(EntityTags::isTagCharacter)
				&& isCoding(text.substring(end + 1));
	}

	private static boolean isTagCharacter(int c) {
		return c > ' ' && c <= 0xFF && c != 0x7F && !(c > 0x7F && c < 0xA0);
	}

	private static boolean isCoding(String suffix) {
		return suffix.isEmpty() || (suffix.charAt(0) == '-' && suffix.chars()
			.allMatch((c) -> c == '-' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')));
	}

}
