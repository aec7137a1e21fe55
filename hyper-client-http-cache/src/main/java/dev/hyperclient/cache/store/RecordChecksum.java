package dev.hyperclient.cache.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
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

	private static final HexFormat HEX = HexFormat.of();

	private static final String ALGORITHM = "crc32c ";

	private static final int LENGTH = ALGORITHM.length() + 8 + 1 + 8;

	/**
	 * Return the checksum of bytes.
	 */
	static int of(ByteBuffer bytes) {
		CRC32C checksum = new CRC32C();
		checksum.update(bytes.duplicate());
		return (int) checksum.getValue();
	}

	/**
	 * Append the line.
	 * @param head all preceding lines, in ASCII
	 */
	void appendTo(StringBuilder head) {
		String value = value(head, head.length(), this.body);
		head.append(NAME).append(value).append("\r\n");
	}

	/**
	 * Verify a head.
	 * @param head all its lines, without the empty one
	 * @param lines the same lines, parsed
	 * @return the checksum, empty if another client has written the file
	 * @throws DamagedException if the head is damaged
	 */
	static Optional<RecordChecksum> of(String head, List<HeaderLines.Line> lines) throws DamagedException {
		int last = head.lastIndexOf("\r\n") + 2;
		if (last > 1 && head.startsWith(NAME, last)) {
			String value = head.substring(last + NAME.length());
			RecordChecksum checksum = parse(value);
			if (!value.equals(value(head, last, checksum.body()))) {
				throw new DamagedException();
			}
			return Optional.of(checksum);
		}
		if (lines.stream().noneMatch((line) -> line.name().startsWith("-hyper-client-"))) {
			return Optional.empty();
		}
		String value = (head.contains("\r\n" + LOWER_CASE_NAME + ":")) ? single(lines) : null;
		if (value == null) {
			throw new DamagedException();
		}
		return Optional.of(parse(value));
	}

	private static @Nullable String single(List<HeaderLines.Line> lines) {
		List<String> values = lines.stream()
			.filter((line) -> line.name().equals(LOWER_CASE_NAME))
			.map(HeaderLines.Line::value)
			.toList();
		return (values.size() == 1) ? values.get(0) : null;
	}

	private static String value(CharSequence head, int end, int body) {
		String sumOfBody = ALGORITHM + HEX.toHexDigits(body);
		CRC32C checksum = new CRC32C();
		checksum.update(head.subSequence(0, end).toString().getBytes(StandardCharsets.UTF_8));
		checksum.update(sumOfBody.getBytes(StandardCharsets.US_ASCII));
		return sumOfBody + " " + HEX.toHexDigits((int) checksum.getValue());
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
