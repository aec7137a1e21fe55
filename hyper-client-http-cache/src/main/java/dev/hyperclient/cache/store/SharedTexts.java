package dev.hyperclient.cache.store;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Short texts that many files have in common, as names and media types, so that they are
 * not created for each file. At most one text is kept for each hash. Thread-safe: texts
 * are immutable, so that a lost one only costs another.
 */
final class SharedTexts {

	private static final int MAX_LENGTH = 40;

	private static final @Nullable String[] KEPT = new @Nullable String[256];

	private SharedTexts() {
	}

	/**
	 * Return the text of bytes in UTF-8.
	 */
	static String of(byte[] bytes, int begin, int end) {
		int hash = (end - begin <= MAX_LENGTH) ? hash(bytes, begin, end) : -1;
		if (hash < 0) {
			return new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
		}
		String kept = KEPT[hash];
		if (kept != null && isSame(kept, bytes, begin, end)) {
			return kept;
		}
		String text = new String(bytes, begin, end - begin, StandardCharsets.ISO_8859_1);
		KEPT[hash] = text;
		return text;
	}

	/**
	 * Return a text in lower case.
	 */
	static String lowerCase(String text) {
		int hash = (text.length() <= MAX_LENGTH) ? lowerCaseHash(text) : -1;
		if (hash < 0) {
			return text.toLowerCase(Locale.ROOT);
		}
		String kept = KEPT[hash];
		if (kept != null && isLowerCase(kept, text)) {
			return kept;
		}
		String lowerCase = text.toLowerCase(Locale.ROOT);
		KEPT[hash] = lowerCase;
		return lowerCase;
	}

	/**
	 * Whether bytes are those of an ASCII text.
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

	private static boolean isLowerCase(String lowerCase, String text) {
		if (lowerCase.length() != text.length()) {
			return false;
		}
		for (int i = 0; i < text.length(); i++) {
			if (lowerCase.charAt(i) != lowerCase(text.charAt(i))) {
				return false;
			}
		}
		return true;
	}

	/** Return the index of a text, -1 if it is not ASCII. */
	private static int hash(byte[] bytes, int begin, int end) {
		int hash = 0;
		for (int i = begin; i < end; i++) {
			if (bytes[i] < 0) {
				return -1;
			}
			hash = 31 * hash + bytes[i];
		}
		return index(hash);
	}

	private static int lowerCaseHash(String text) {
		int hash = 0;
		for (int i = 0; i < text.length(); i++) {
			if (text.charAt(i) >= 0x80) {
				return -1;
			}
			hash = 31 * hash + lowerCase(text.charAt(i));
		}
		return index(hash);
	}

	private static int lowerCase(char c) {
		return (c >= 'A' && c <= 'Z') ? c + ('a' - 'A') : c;
	}

	private static int index(int hash) {
		return (hash ^ (hash >>> 8) ^ (hash >>> 16)) & (KEPT.length - 1);
	}

}
