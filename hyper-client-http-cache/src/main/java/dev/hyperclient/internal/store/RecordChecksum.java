package dev.hyperclient.internal.store;

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
	 * @param lines the same lines, parsed
	 * @return the checksum, or {@code null} if another client has written the file
	 * @throws IllegalArgumentException if the head is damaged
	 */
	static @Nullable RecordChecksum of(byte[] head, HeaderLines lines) {
		int value = lines.last() + NAME.length();
		if (lines.last() > 0 && value <= lines.end() && SharedTexts.isSame(NAME, head, lines.last(), value)) {
			return verified(head, lines.last(), new String(head, value, lines.end() - value, StandardCharsets.UTF_8));
		}
		String copied = null;
		boolean ours = false;
		for (HeaderLines.Line line : lines.lines()) {
			ours |= line.name().startsWith("-hyper-client-");
			if (line.name().equals(LOWER_CASE_NAME)) {
				copied = line.value();
			}
		}
		if (!ours) {
			return null;
		}
		String text = new String(head, 0, lines.end(), StandardCharsets.UTF_8);
		if (copied == null || !text.contains("\r\n" + LOWER_CASE_NAME + ":")) {
			throw damaged();
		}
		return parse(copied);
	}

	private static RecordChecksum verified(byte[] head, int last, String value) {
		RecordChecksum parsed = parse(value);
		CRC32C checksum = new CRC32C();
		checksum.update(head, 0, last);
		checksum.update(head, last + NAME.length(), LENGTH - 9);
		if (!value.endsWith(" " + HexFormat.of().toHexDigits((int) checksum.getValue()))) {
			throw damaged();
		}
		return parsed;
	}

	private static RecordChecksum parse(String value) {
		if (value.length() != LENGTH || !value.startsWith(ALGORITHM)) {
			throw damaged();
		}
		return new RecordChecksum(HexFormat.fromHexDigits(value, ALGORITHM.length(), ALGORITHM.length() + 8));
	}

	private static IllegalArgumentException damaged() {
		return new IllegalArgumentException("The head is damaged");
	}

}
