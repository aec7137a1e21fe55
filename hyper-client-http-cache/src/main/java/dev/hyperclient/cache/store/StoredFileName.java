package dev.hyperclient.cache.store;

import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The file names of keys, shared with the Python client: a readable beginning, the digest
 * of the whole key at the end, at most 143 bytes for encrypting file systems.
 */
final class StoredFileName {

	/**
	 * The prefix of temporary files. No key has a name with this prefix.
	 */
	static final String TEMPORARY_PREFIX = ".temp";

	private static final int DIGEST_LENGTH = 32;

	/** Copied for each name, which is faster than a search for the algorithm. */
	private static final MessageDigest MD5 = newDigest();

	private static final int READABLE_LENGTH = 143 - DIGEST_LENGTH - 1;

	private static final int MAX_RANDOM_LENGTH = 24;

	private static final int PYTHON_RANDOM_LENGTH = 8;

	private StoredFileName() {
	}

	/**
	 * Return the file name of a key.
	 * @param text the text of the key
	 * @return the name, ending in a comma and the MD5 digest of the whole key
	 * @throws IllegalArgumentException if the name would be that of a temporary file
	 */
	static String of(String text) {
		byte[] key = encoded(text).getBytes(StandardCharsets.UTF_8);
		String name = readable(key) + "," + md5(key);
		if (name.startsWith(TEMPORARY_PREFIX)) {
			throw new IllegalArgumentException("A key must not begin with '" + TEMPORARY_PREFIX + "'");
		}
		return name;
	}

	/**
	 * Return the common prefix of the names of all keys that begin with a text. Other
	 * names may have the same prefix.
	 * @param text the beginning of the keys, which does not end in a separator
	 */
	static String prefix(String text) {
		return readable(encoded(text).getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Whether a name is that of a stored response, by its end.
	 * @param name a file name
	 */
	static boolean isStored(String name) {
		int comma = name.length() - DIGEST_LENGTH - 1;
		if (comma < 0 || name.charAt(comma) != ',') {
			return false;
		}
		for (int i = comma + 1; i < name.length(); i++) {
			char c = name.charAt(i);
			if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Whether a name is that of a temporary file of this or the Python client: the prefix
	 * and a random part, which {@code .template} is not.
	 * @param name a file name
	 */
	static boolean isTemporary(String name) {
		int random = name.length() - TEMPORARY_PREFIX.length();
		if (!name.startsWith(TEMPORARY_PREFIX) || random < 1 || random > MAX_RANDOM_LENGTH) {
			return false;
		}
		String rest = name.substring(TEMPORARY_PREFIX.length());
		boolean ours = rest.chars().allMatch((c) -> c >= '0' && c <= '9');
		boolean python = random == PYTHON_RANDOM_LENGTH
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
	 * Return the text that the digest is calculated from. Differs only for non-ASCII
	 * keys, which normalised URLs never are: the Python client encodes the whole text as
	 * a domain name.
	 */
	private static String encoded(String text) {
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
		// Not inside a character.
		while (cut > 0 && (readable[cut] & 0xC0) == 0x80) {
			cut--;
		}
		return cut;
	}

	private static String md5(byte[] key) {
		try {
			return HexFormat.of().formatHex(((MessageDigest) MD5.clone()).digest(key));
		}
		catch (CloneNotSupportedException ex) {
			return HexFormat.of().formatHex(newDigest().digest(key));
		}
	}

	/** Shared with the Python client; not for security. */
	private static MessageDigest newDigest() {
		try {
			return MessageDigest.getInstance("MD5");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("This Java platform does not provide MD5", ex);
		}
	}

}
