package dev.hyperclient.cache.store;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.zip.CRC32C;

import org.jspecify.annotations.Nullable;

/**
 * The last line of the head of a file: the checksums of the content and of all preceding
 * lines, so that accidental damage is detected.
 * <p>
 * CRC32C detects each change of up to 32 consecutive bits and all but one in 2^32 others.
 * It does not protect against a user with write access; nor would a digest in the same
 * file.
 * <p>
 * The Python client copies the line when it freshens a file, after which the checksum of
 * the lines is wrong. Since it writes names in lower case, capitals in the name show that
 * the head is unchanged; otherwise only the checksum of the content is verified.
 *
 * @param body the CRC32C of the content
 */
record RecordChecksum(int body) {

	private static final String NAME = "-Hyper-Client-Checksum: ";

	private static final String LOWER_CASE_NAME = "-hyper-client-checksum";

	private static final String ALGORITHM = "crc32c ";

	private static final int LENGTH = ALGORITHM.length() + 8 + 1 + 8;

	/**
	 * Return the checksum of bytes.
	 */
	static int of(byte[] bytes, int begin, int end) {
		CRC32C checksum = new CRC32C();
		checksum.update(bytes, begin, end - begin);
		return (int) checksum.getValue();
	}

	/**
	 * Append the line.
	 * @param head all preceding lines
	 */
	void appendTo(AsciiBuffer head) {
		CRC32C checksum = new CRC32C();
		head.addTo(checksum, 0, head.length());
		head.append(NAME);
		int begin = head.length();
		head.append(ALGORITHM).appendHex(this.body);
		head.addTo(checksum, begin, head.length());
		head.append(" ").appendHex((int) checksum.getValue()).append("\r\n");
	}

	/**
	 * Verify a head.
	 * @param head all its lines, and possibly other bytes behind them
	 * @param end the length of the lines, without the empty one
	 * @param lines the same lines, parsed
	 * @return the checksum, or {@code null} if another client has written the file
	 * @throws DamagedException if the head is damaged
	 */
	static @Nullable RecordChecksum of(byte[] head, int end, HeaderLines lines) throws DamagedException {
		int last = lastLine(head, end);
		int value = last + NAME.length();
		if (last > 0 && value <= end && SharedTexts.isSame(NAME, head, last, value)) {
			return verified(head, last, value, end);
		}
		String copied = null;
		boolean ours = false;
		for (int i = 0; i < lines.size(); i++) {
			ours |= lines.name(i).startsWith("-hyper-client-");
			if (lines.name(i).equals(LOWER_CASE_NAME)) {
				copied = lines.value(i);
			}
		}
		if (!ours) {
			return null;
		}
		boolean lowerCase = new String(head, 0, end, StandardCharsets.UTF_8).contains("\r\n" + LOWER_CASE_NAME + ":");
		if (copied == null || !lowerCase) {
			throw new DamagedException();
		}
		return parse(copied);
	}

	private static RecordChecksum verified(byte[] head, int last, int value, int end) throws DamagedException {
		int body = value + ALGORITHM.length();
		int lines = body + 8 + 1;
		if (end - value != LENGTH || !SharedTexts.isSame(ALGORITHM, head, value, body) || head[lines - 1] != ' ') {
			throw new DamagedException();
		}
		CRC32C checksum = new CRC32C();
		checksum.update(head, 0, last);
		checksum.update(head, value, lines - 1 - value);
		String line = new String(head, value, LENGTH, StandardCharsets.US_ASCII);
		if (!line.endsWith(HexFormat.of().toHexDigits((int) checksum.getValue()))) {
			throw new DamagedException();
		}
		return parse(line);
	}

	/** Return the beginning of the last line, 0 if it is the only one. */
	private static int lastLine(byte[] head, int end) {
		for (int i = end - 1; i > 0; i--) {
			if (head[i] == '\n' && head[i - 1] == '\r') {
				return i + 1;
			}
		}
		return 0;
	}

	private static RecordChecksum parse(String value) throws DamagedException {
		if (value.length() != LENGTH || !value.startsWith(ALGORITHM)) {
			throw new DamagedException();
		}
		try {
			return new RecordChecksum(HexFormat.fromHexDigits(value, ALGORITHM.length(), ALGORITHM.length() + 8));
		}
		catch (NumberFormatException ex) {
			throw new DamagedException();
		}
	}

	/**
	 * The head is damaged.
	 */
	static final class DamagedException extends Exception {

		private static final long serialVersionUID = 1L;

		DamagedException() {
			super("The head is damaged", null, false, false);
		}

	}

}
