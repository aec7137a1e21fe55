package dev.hyperclient.internal.store;

import java.io.File;
import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

import dev.hyperclient.internal.http.FieldValues;

/**
 * The file names of keys, shared with the Python client: a readable beginning, the digest
 * of the whole key at the end, at most 143 bytes for encrypting file systems.
 */
final class StoredFileName {

	/**
	 * The prefix of temporary files. No key has a name with this prefix.
	 */
	static final String TEMPORARY_PREFIX = ".temp";

	/**
	 * The characters that are replaced by a comma. On Windows they include all that file
	 * names cannot contain, such as {@code *}; elsewhere names are the same as in the
	 * Python client.
	 */
	private static final String SEPARATORS = separators(File.separatorChar == '\\');

	private static final int DIGEST_LENGTH = 32;

	private static final int MAX_LENGTH = 143;

	private static final int READABLE_LENGTH = MAX_LENGTH - DIGEST_LENGTH - 1;

	private static final BufferPool<Work> WORK = new BufferPool<>(() -> new Work(newDigest(), new byte[MAX_LENGTH]));

	private static final Pattern SCHEME = Pattern.compile("[\\p{L}\\p{Nd}_]+://");

	private static final Pattern STORED = Pattern.compile(",[0-9a-f]{" + DIGEST_LENGTH + "}\\z");

	private static final Pattern TEMPORARY = Pattern.compile("\\.temp([0-9]{1,24}|[a-z0-9_]{8})");

	/**
	 * What a name is made with, used again.
	 */
	private record Work(MessageDigest md5, byte[] name) {
	}

	private StoredFileName() {
	}

	/**
	 * Return the file name of a key.
	 * @param text the text of the key
	 * @return the name, ending in a comma and the MD5 digest of the whole key
	 * @throws IllegalArgumentException if it would be the name of a temporary file
	 */
	static String of(String text) {
		return of(text, SEPARATORS);
	}

	static String separators(boolean windows) {
		return windows ? "?/:|*<>\"\\" : "?/:|";
	}

	static String of(String text, String separators) {
		byte[] key = encoded(text).getBytes(StandardCharsets.UTF_8);
		Work work = WORK.take();
		byte[] bytes = work.name();
		int length = readable(key, bytes, separators);
		bytes[length] = ',';
		appendMd5(work.md5(), key, bytes, length + 1);
		String name = new String(bytes, 0, length + 1 + DIGEST_LENGTH, StandardCharsets.UTF_8);
		WORK.release(work);
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
		byte[] key = encoded(text).getBytes(StandardCharsets.UTF_8);
		byte[] bytes = new byte[MAX_LENGTH];
		return new String(bytes, 0, readable(key, bytes, SEPARATORS), StandardCharsets.UTF_8);
	}

	/**
	 * Whether a stored response of an origin may have this name.
	 * @param origin the {@link #prefix} of the origin. The URL may have user information
	 * before it
	 */
	static boolean mayBeOf(String origin, String name) {
		return name.startsWith(origin) || name.contains("@" + origin);
	}

	/**
	 * Whether a stored response has this name, by its end.
	 * @param name a file name
	 */
	static boolean isStored(String name) {
		return STORED.matcher(name).find();
	}

	/**
	 * Whether a temporary file of this or the Python client has this name: the prefix and
	 * a random part, which {@code .template} is not.
	 * @param name a file name
	 */
	static boolean isTemporary(String name) {
		return name.startsWith(TEMPORARY_PREFIX) && TEMPORARY.matcher(name).matches();
	}

	/**
	 * Whether a stored response or a temporary file has this name.
	 * @param name a file name
	 */
	static boolean isKnown(String name) {
		return isStored(name) || isTemporary(name);
	}

	/** Write the readable beginning, and return its length. */
	private static int readable(byte[] key, byte[] readable, String separators) {
		int length = 0;
		boolean inRun = false;
		// One byte more shows whether the last character is cut.
		for (int i = schemeLength(key); i < key.length && length <= READABLE_LENGTH; i++) {
			boolean separator = separators.indexOf(key[i]) >= 0;
			if (!separator) {
				readable[length++] = key[i];
			}
			else if (!inRun) {
				readable[length++] = ',';
			}
			inRun = separator;
		}
		return cut(readable, length);
	}

	/**
	 * Return the text that the digest is calculated from. Differs only for non-ASCII
	 * keys, which normalised URLs never are: the Python client encodes the whole text as
	 * a domain name.
	 */
	private static String encoded(String text) {
		if (FieldValues.isAscii(text) || !SCHEME.matcher(text).lookingAt()) {
			return text;
		}
		try {
			return IDN.toASCII(text);
		}
		catch (IllegalArgumentException ex) {
			return text;
		}
	}

	private static int schemeLength(byte[] key) {
		int end = 0;
		while (end < key.length - 3 && (key[end] == '_' || Character.isLetterOrDigit(key[end]))) {
			end++;
		}
		return (end > 0 && key[end] == ':' && key[end + 1] == '/' && key[end + 2] == '/') ? end + 3 : 0;
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

	/**
	 * The digest is written behind its place first, where the digits do not overwrite it.
	 */
	private static void appendMd5(MessageDigest md5, byte[] key, byte[] name, int at) {
		int middle = at + DIGEST_LENGTH / 2;
		md5.update(key);
		try {
			md5.digest(name, middle, DIGEST_LENGTH / 2);
		}
		catch (DigestException ex) {
			throw new IllegalStateException("MD5 has another length on this Java platform", ex);
		}
		HexFormat hex = HexFormat.of();
		for (int i = 0; i < DIGEST_LENGTH / 2; i++) {
			byte b = name[middle + i];
			name[at + 2 * i] = (byte) hex.toHighHexDigit(b);
			name[at + 2 * i + 1] = (byte) hex.toLowHexDigit(b);
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
