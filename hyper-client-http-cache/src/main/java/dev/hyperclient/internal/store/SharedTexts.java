package dev.hyperclient.internal.store;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/**
 * Short texts that many files have in common, such as names and media types, which are
 * not created for each file. At most one text is kept for each hash. Thread-safe: texts
 * are immutable, and one that another thread has replaced is created again.
 */
final class SharedTexts {

	private static final int MAX_LENGTH = 64;

	private static final int KEPT = 512;

	private static final @Nullable String[] TEXTS = new @Nullable String[KEPT];

	private SharedTexts() {
	}

	/**
	 * Return the text of bytes in UTF-8.
	 */
	static String of(byte[] bytes, int begin, int end) {
		int hash = hash(bytes, begin, end);
		String kept = (hash < 0) ? null : TEXTS[hash];
		if (kept != null && isSame(kept, bytes, begin, end)) {
			return kept;
		}
		String text = new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
		if (hash >= 0) {
			TEXTS[hash] = text;
		}
		return text;
	}

	/**
	 * Whether bytes are an ASCII text.
	 */
	static boolean isSame(String text, byte[] bytes, int begin, int end) {
		if (text.length() != end - begin) {
			return false;
		}
		for (int i = 0; i < text.length(); i++) {
			if (text.charAt(i) != bytes[begin + i]) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Return the index of bytes, -1 if they are not shared. Of five bytes, since most
	 * texts that are common differ in one of them.
	 */
	private static int hash(byte[] bytes, int begin, int end) {
		int length = end - begin;
		if (length == 0 || length > MAX_LENGTH) {
			return -1;
		}
		int hash = length;
		for (int quarter = 0; quarter <= 4; quarter++) {
			hash = 31 * hash + bytes[begin + (length - 1) * quarter / 4];
		}
		return (hash ^ (hash >>> 8) ^ (hash >>> 16)) & (KEPT - 1);
	}

}
