package dev.hyperclient;

import java.util.regex.Pattern;

/**
 * Entity tags that are sent back in a condition (RFC 9110, 8.8.3).
 */
final class EntityTags {

	private static final Pattern USABLE = Pattern.compile("(W/)?\"[!#-~\u00a0-\u00ff]*\"(-[-A-Za-z0-9]*)?");

	private EntityTags() {
	}

	/**
	 * Return whether a text is an entity tag, or one with the coding that a compressing
	 * proxy has appended: {@code "tag"-gzip}, which services accept. {@code *} is none:
	 * it would match any state.
	 */
	static boolean isUsable(String text) {
		return USABLE.matcher(text).matches();
	}

}
