package dev.hyperclient.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.hyperclient.internal.fields.FieldValues;
import org.jspecify.annotations.Nullable;

/**
 * Header lines at the beginning of a file, parsed strictly: each has a name and a value
 * and ends with CR LF. Folded lines (RFC 9112, 5.2) are joined.
 *
 * @param lines the lines in their order
 * @param last where the last one begins, or its last folded part
 * @param end where the lines end, which the empty one follows: the position of the last
 * CR LF before it
 */
record HeaderLines(List<Line> lines, int last, int end) {

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
			return SharedTexts.isSame(value, this.block, this.begin, this.end) || value().equals(value);
		}

		private String text() {
			return SharedTexts.of(this.block, this.begin, this.end).strip();
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
				String name = SharedTexts.of(block, start, colon);
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

	/** Whether a byte ends lines or texts. */
	private static boolean isControl(byte b) {
		return b == '\r' || b == '\n' || b == 0;
	}

}
