package dev.hyperclient.cache.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

import org.jspecify.annotations.Nullable;

/**
 * The last line of a head that we write: the checksums of the content and of all lines
 * before, so that a file that was torn or changed by accident is found out.
 * <p>
 * CRC32C finds each change of up to 32 bits in a row and misses one of four thousand
 * million others; processors compute it as fast as they read. It is no protection from
 * somebody who may write files here; a digest beside the content would not be either.
 * <p>
 * The Python client copies the line when it freshens a file, and then the sum of the
 * lines no longer fits. It writes all names in lower case, so capitals in the name say
 * that the file is still as we wrote it; otherwise only the sum of the content counts.
 *
 * @param body the CRC32C of the content
 */
record RecordChecksum(int body) {

	private static final String NAME = "-Hyper-Client-Checksum: ";

	private static final String LOWER_CASE_NAME = "-hyper-client-checksum";

	private static final String ALGORITHM = "crc32c ";

	private static final int LENGTH = ALGORITHM.length() + 8 + 1 + 8;

	/**
	 * The checksum of bytes.
	 */
	static int of(ByteBuffer bytes) {
		CRC32C checksum = new CRC32C();
		checksum.update(bytes.duplicate());
		return (int) checksum.getValue();
	}

	/**
	 * Appends the line.
	 * @param head all lines before, in ASCII
	 */
	void appendTo(StringBuilder head) {
		String value = value(head, this.body);
		head.append(NAME).append(value).append("\r\n");
	}

	/**
	 * Verifies a head.
	 * @param head all its lines, without the empty one
	 * @param lines the same, read
	 * @return the line, empty if another client wrote the file
	 * @throws DamagedException if the head is not as we wrote it
	 */
	static Optional<RecordChecksum> of(String head, List<HeaderLines.Line> lines) throws DamagedException {
		int last = head.lastIndexOf("\r\n") + 2;
		if (last > 1 && head.startsWith(NAME, last)) {
			String value = head.substring(last + NAME.length());
			RecordChecksum checksum = parse(value);
			if (!value.equals(value(head.substring(0, last), checksum.body()))) {
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

	private static String value(CharSequence linesBefore, int body) {
		HexFormat hex = HexFormat.of();
		String sumOfBody = ALGORITHM + hex.toHexDigits(body);
		CRC32C checksum = new CRC32C();
		checksum.update((linesBefore + sumOfBody).getBytes(StandardCharsets.UTF_8));
		return sumOfBody + " " + hex.toHexDigits((int) checksum.getValue());
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
	 * The head is not as we wrote it.
	 */
	static final class DamagedException extends Exception {

		private static final long serialVersionUID = 1L;

		DamagedException() {
			super("The head is damaged", null, false, false);
		}

	}

}
