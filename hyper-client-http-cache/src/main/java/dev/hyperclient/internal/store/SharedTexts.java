package dev.hyperclient.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Short texts that many files have in common, as names and media types, so that they are
 * not created for each file. At most one text is kept for each hash. Thread-safe: texts
 * are immutable, so that a lost one only costs another.
 */
final class SharedTexts {

	private static final int MAX_LENGTH = 40;

	private static final int KEPT = 512;

	private static final @Nullable Text[] TEXTS = new @Nullable Text[KEPT];

	/** Texts in lower case, by their bytes in any case. */
	private static final @Nullable Text[] NAMES = new @Nullable Text[KEPT];

	private static final @Nullable String[] LOWER_CASE = new @Nullable String[KEPT];

	private SharedTexts() {
	}

	/**
	 * Return the text of bytes in UTF-8.
	 */
	static String of(byte[] bytes, int begin, int end) {
		int hash = hash(bytes, begin, end);
		Text kept = (hash < 0) ? null : TEXTS[hash];
		if (kept != null && kept.isSame(bytes, begin, end)) {
			return kept.text();
		}
		String text = new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
		if (hash >= 0) {
			TEXTS[hash] = new Text(Arrays.copyOfRange(bytes, begin, end), text);
		}
		return text;
	}

	/**
	 * Return the text of bytes in UTF-8, in lower case.
	 */
	static String lowerCase(byte[] bytes, int begin, int end) {
		int hash = hash(bytes, begin, end);
		Text kept = (hash < 0) ? null : NAMES[hash];
		if (kept != null && kept.isSame(bytes, begin, end)) {
			return kept.text();
		}
		String text = new String(bytes, begin, end - begin, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
		if (hash >= 0) {
			NAMES[hash] = new Text(Arrays.copyOfRange(bytes, begin, end), text);
		}
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
		String kept = LOWER_CASE[hash];
		if (kept != null && isLowerCase(kept, text)) {
			return kept;
		}
		String lowerCase = text.toLowerCase(Locale.ROOT);
		LOWER_CASE[hash] = lowerCase;
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
		return index(hash);
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
		return (hash ^ (hash >>> 8) ^ (hash >>> 16)) & (KEPT - 1);
	}

	/**
	 * A text.
	 *
	 * @param bytes what it was made of
	 */
	private record Text(byte[] bytes, String text) {

		boolean isSame(byte[] other, int begin, int end) {
			return Arrays.equals(this.bytes, 0, this.bytes.length, other, begin, end);
		}

	}

}
