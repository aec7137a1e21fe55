package dev.hyperclient.cache.store;

import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Turns a key into a file name that other clients of such services use too (the
 * specification, Caching 7): readable at the front, unmistakable at the end, at most 143
 * bytes, which encrypting file systems demand.
 */
final class StoredFileName {

	/**
	 * How the names of unfinished files begin. No key gets such a name.
	 */
	static final String TEMPORARY_PREFIX = ".temp";

	private static final int DIGEST_LENGTH = 32;

	private static final int READABLE_LENGTH = 143 - DIGEST_LENGTH - 1;

	private static final int LONGEST_RANDOM_PART = 24;

	private static final int PYTHON_RANDOM_PART = 8;

	private StoredFileName() {
	}

	/**
	 * The file name for a key.
	 * @param text the key's text
	 * @return the name, always ending in a comma and the MD5 digest of the whole key
	 * @throws IllegalArgumentException if the name would be that of an unfinished file
	 */
	static String of(String text) {
		byte[] key = wireForm(text).getBytes(StandardCharsets.UTF_8);
		String name = readable(key) + "," + md5(key);
		if (name.startsWith(TEMPORARY_PREFIX)) {
			throw new IllegalArgumentException("A key must not begin with '" + TEMPORARY_PREFIX + "'");
		}
		return name;
	}

	/**
	 * How the names of all keys begin that begin with a text, so that these can be found.
	 * Other names may begin so too.
	 * @param text the beginning of keys, which does not end in a separator
	 * @return the beginning of their names
	 */
	static String prefix(String text) {
		return readable(wireForm(text).getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Whether this is the name of a stored response.
	 * @param name a file name
	 * @return whether it ends like one
	 */
	static boolean isStored(String name) {
		int comma = name.length() - DIGEST_LENGTH - 1;
		return comma >= 0 && name.charAt(comma) == ','
				&& name.chars().skip(comma + 1L).allMatch((c) -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
	}

	/**
	 * Whether this is the name of an unfinished file of any of the clients: the prefix
	 * and nothing but a random part, so that {@code .template} is none.
	 * @param name a file name
	 * @return whether it is one
	 */
	static boolean isUnfinished(String name) {
		int random = name.length() - TEMPORARY_PREFIX.length();
		if (!name.startsWith(TEMPORARY_PREFIX) || random < 1 || random > LONGEST_RANDOM_PART) {
			return false;
		}
		String rest = name.substring(TEMPORARY_PREFIX.length());
		boolean ours = rest.chars().allMatch((c) -> c >= '0' && c <= '9');
		boolean python = random == PYTHON_RANDOM_PART
				&& rest.chars().allMatch((c) -> c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'));
		return ours || python;
	}

	private static String readable(byte[] key) {
		byte[] readable = new byte[key.length];
		int length = 0;
		boolean inRun = false;
		for (int i = schemeLength(key); i < key.length; i++) {
			boolean separator = isSeparator(key[i]);
			if (!separator) {
				readable[length++] = key[i];
			}
			else if (!inRun) {
				readable[length++] = ',';
			}
			inRun = separator;
		}
		return new String(readable, 0, cut(readable, length), StandardCharsets.UTF_8);
	}

	/**
	 * Only for keys outside ASCII, which normalised addresses never are: the other
	 * clients try to read the whole text as a domain name.
	 */
	private static String wireForm(String text) {
		if (FieldValues.isAscii(text) || !hasScheme(text)) {
			return text;
		}
		try {
			return IDN.toASCII(text);
		}
		catch (IllegalArgumentException ex) {
			return text;
		}
	}

	private static boolean hasScheme(String text) {
		int end = text.indexOf("://");
		return end > 0 && text.substring(0, end).codePoints().allMatch((c) -> Character.isLetterOrDigit(c) || c == '_');
	}

	private static int schemeLength(byte[] key) {
		int end = 0;
		while (end < key.length && isWord(key[end])) {
			end++;
		}
		boolean scheme = end > 0 && end + 2 < key.length && key[end] == ':' && key[end + 1] == '/'
				&& key[end + 2] == '/';
		return scheme ? end + 3 : 0;
	}

	private static boolean isWord(byte b) {
		return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9') || b == '_';
	}

	private static boolean isSeparator(byte b) {
		return b == '?' || b == '/' || b == ':' || b == '|';
	}

	private static int cut(byte[] readable, int length) {
		if (length <= READABLE_LENGTH) {
			return length;
		}
		int cut = READABLE_LENGTH;
		// Not inside a character: step back from its continuation bytes.
		while (cut > 0 && (readable[cut] & 0xC0) == 0x80) {
			cut--;
		}
		return cut;
	}

	private static String md5(byte[] key) {
		try {
			// A checksum that other clients share, not a protection.
			return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(key));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform must know MD5", ex);
		}
	}

}
