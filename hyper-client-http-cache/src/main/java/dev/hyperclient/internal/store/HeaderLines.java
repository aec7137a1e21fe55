package dev.hyperclient.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;

import dev.hyperclient.internal.http.FieldValues;
import org.jspecify.annotations.Nullable;

/**
 * Header lines at the beginning of a file, parsed strictly: each has a name and a value
 * and ends with CR LF. Folded lines (RFC 9112, 5.2) are joined.
 * <p>
 * The last line contains the checksums of the content and of all preceding lines, so that
 * accidental damage is detected. CRC32C detects each change of up to 32 consecutive bits
 * and all but one in 2^32 others. It does not protect against a user with write access;
 * nor would a digest in the same file.
 * <p>
 * The Python client copies the line when it freshens a file, after which the checksum of
 * the lines is wrong. Since it writes names in lower case, capitals in the name show that
 * the head is unchanged; otherwise only the checksum of the content is verified.
 *
 * @param lines the lines in their order
 * @param last where the last one begins, or its last folded part
 * @param end where the lines end, which the empty one follows: the position of the last
 * CR LF before it
 */
record HeaderLines(List<Line> lines, int last, int end) {

	private static final String CHECKSUM = "-Hyper-Client-Checksum: ";

	private static final String COPIED_CHECKSUM = "-hyper-client-checksum";

	private static final String ALGORITHM = "crc32c ";

	private static final int CHECKSUM_LENGTH = ALGORITHM.length() + 8 + 1 + 8;

	private static final int MAX_SHARED_LENGTH = 64;

	private static final int SHARED = 512;

	/**
	 * Short texts that many files have in common, such as names and media types, which
	 * are not created for each file. At most one is kept for each hash. Not synchronised:
	 * texts are immutable, and one that another thread has replaced is created again.
	 */
	private static final @Nullable String[] TEXTS = new @Nullable String[SHARED];

	/**
	 * A line, whose value is not created before it is asked for.
	 *
	 * @param name the name in lower case
	 * @param block what contains the value in UTF-8
	 * @param begin where the value begins, possibly with spaces
	 * @param end where the line ends
	 */
	record Line(String name, byte[] block, int begin, int end) {

		Line {
			while (begin < end && block[begin] == ' ') {
				begin++;
			}
		}

		String value() {
			return FieldValues.fromLine(text());
		}

		boolean hasValue(String value) {
			return isSame(value, this.block, this.begin, this.end) || value().equals(value);
		}

		private String text() {
			return shared(this.block, this.begin, this.end).strip();
		}

	}

	/**
	 * Parse the lines before the first empty one.
	 * @param block the lines in UTF-8, and possibly other bytes behind them
	 * @param limit where the empty line ends at the latest
	 * @return the lines, {@code null} if one is invalid or there is no empty one
	 */
	static @Nullable HeaderLines read(byte[] block, int limit) {
		List<Line> lines = new ArrayList<>(16);
		int last = 0;
		int start = 0;
		while (start < limit) {
			int colon = -1;
			boolean lowerCase = true;
			int end = start;
			for (; end < limit && !isControl(block[end]); end++) {
				if (colon < 0) {
					if (block[end] == ':') {
						colon = end;
					}
					lowerCase &= block[end] >= 0 && (block[end] < 'A' || block[end] > 'Z');
				}
			}
			if (end + 1 >= limit || block[end] != '\r' || block[end + 1] != '\n') {
				return null;
			}
			if (start == end) {
				return (start > 0) ? new HeaderLines(lines, last, start - 2) : null;
			}
			boolean folded = block[start] == ' ' || block[start] == '\t';
			if (folded ? lines.isEmpty() : colon <= start) {
				return null;
			}
			if (folded) {
				Line begun = lines.remove(lines.size() - 1);
				String more = new Line(begun.name(), block, start, end).text();
				byte[] joined = (begun.text() + " " + more).strip().getBytes(StandardCharsets.UTF_8);
				lines.add(new Line(begun.name(), joined, 0, joined.length));
			}
			else {
				String name = shared(block, start, colon);
				lines.add(new Line(lowerCase ? name : name.toLowerCase(Locale.ROOT), block, colon + 1, end));
			}
			last = start;
			start = end + 2;
		}
		return null;
	}

	/**
	 * Return the first line with a name.
	 * @param name the name in lower case
	 */
	@Nullable Line first(String name) {
		for (Line line : this.lines) {
			if (line.name().equals(name)) {
				return line;
			}
		}
		return null;
	}

	/**
	 * Verify the lines.
	 * @param head the bytes that they were parsed from
	 * @return the CRC32C of the content, or {@code null} if another client has written
	 * the file
	 * @throws IllegalArgumentException if the head is damaged
	 */
	@Nullable Integer bodyChecksum(byte[] head) {
		int value = this.last + CHECKSUM.length();
		if (this.last > 0 && value <= this.end && isSame(CHECKSUM, head, this.last, value)) {
			return verified(head, new String(head, value, this.end - value, StandardCharsets.UTF_8));
		}
		String copied = null;
		boolean ours = false;
		for (Line line : this.lines) {
			ours |= line.name().startsWith("-hyper-client-");
			if (line.name().equals(COPIED_CHECKSUM)) {
				copied = line.value();
			}
		}
		if (!ours) {
			return null;
		}
		String text = new String(head, 0, this.end, StandardCharsets.UTF_8);
		if (copied == null || !text.contains("\r\n" + COPIED_CHECKSUM + ":")) {
			throw damaged();
		}
		return parseChecksum(copied);
	}

	private int verified(byte[] head, String value) {
		int body = parseChecksum(value);
		CRC32C checksum = new CRC32C();
		checksum.update(head, 0, this.last);
		checksum.update(head, this.last + CHECKSUM.length(), CHECKSUM_LENGTH - 9);
		String expected = HexFormat.of().toHexDigits((int) checksum.getValue());
		if (value.charAt(CHECKSUM_LENGTH - 9) != ' ' || !value.endsWith(expected)) {
			throw damaged();
		}
		return body;
	}

	private static int parseChecksum(String value) {
		if (value.length() != CHECKSUM_LENGTH || !value.startsWith(ALGORITHM)) {
			throw damaged();
		}
		return HexFormat.fromHexDigits(value, ALGORITHM.length(), ALGORITHM.length() + 8);
	}

	private static IllegalArgumentException damaged() {
		return new IllegalArgumentException("The head is damaged");
	}

	/** Whether a byte ends lines or texts. */
	private static boolean isControl(byte b) {
		return b == '\r' || b == '\n' || b == 0;
	}

	/**
	 * Return the text of bytes in UTF-8.
	 */
	private static String shared(byte[] bytes, int begin, int end) {
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
	private static boolean isSame(String text, byte[] bytes, int begin, int end) {
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
		if (length == 0 || length > MAX_SHARED_LENGTH) {
			return -1;
		}
		int hash = length;
		for (int quarter = 0; quarter <= 4; quarter++) {
			hash = 31 * hash + bytes[begin + (length - 1) * quarter / 4];
		}
		return (hash ^ (hash >>> 8) ^ (hash >>> 16)) & (SHARED - 1);
	}

	/**
	 * Writes header lines in ASCII.
	 */
	static final class Writer {

		private byte[] bytes;

		private int length;

		/**
		 * Create a writer without lines.
		 * @param bytes an array to write into, which is replaced if it is too short
		 */
		Writer(byte[] bytes) {
			this.bytes = bytes;
		}

		/** Return the array, which may be longer than the lines. */
		byte[] array() {
			return this.bytes;
		}

		int length() {
			return this.length;
		}

		/** Append a line. */
		void line(String name, String value) {
			append(name).append(": ").append(FieldValues.toLine(value)).append("\r\n");
		}

		/**
		 * Append a text. Other characters than ASCII become question marks.
		 */
		Writer append(String text) {
			int count = text.length();
			ensure(count);
			for (int i = 0; i < count; i++) {
				char c = text.charAt(i);
				this.bytes[this.length + i] = (byte) ((c < 0x80) ? c : '?');
			}
			this.length += count;
			return this;
		}

		/**
		 * Append an ASCII text in lower case.
		 */
		Writer appendLowerCase(String text) {
			int begin = this.length;
			append(text);
			for (int i = begin; i < this.length; i++) {
				this.bytes[i] = (byte) Character.toLowerCase(this.bytes[i]);
			}
			return this;
		}

		/**
		 * Append the last line, and the empty one.
		 * @param body the CRC32C of the content
		 */
		void end(int body) {
			CRC32C checksum = new CRC32C();
			checksum.update(this.bytes, 0, this.length);
			append(CHECKSUM);
			int begin = this.length;
			append(ALGORITHM).appendHex(body);
			checksum.update(this.bytes, begin, this.length - begin);
			append(" ").appendHex((int) checksum.getValue());
			append("\r\n\r\n");
		}

		private void appendHex(int value) {
			ensure(8);
			for (int shift = 28; shift >= 0; shift -= 4) {
				this.bytes[this.length++] = (byte) Character.forDigit((value >>> shift) & 0xF, 16);
			}
		}

		private void ensure(int count) {
			if (count > this.bytes.length - this.length) {
				this.bytes = Arrays.copyOf(this.bytes, Math.max(2 * this.bytes.length, this.length + count));
			}
		}

	}

}
