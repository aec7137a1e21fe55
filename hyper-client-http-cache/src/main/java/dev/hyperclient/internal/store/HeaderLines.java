package dev.hyperclient.internal.store;

import java.util.ArrayList;
import java.util.List;

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
	 * A line.
	 *
	 * @param name the name in lower case
	 */
	record Line(String name, String value) {
	}

	/**
	 * Parse the lines before the first empty one.
	 * @param block the lines in UTF-8, and possibly other bytes behind them
	 * @param limit where the empty line ends at the latest
	 * @return the lines, {@code null} if one is invalid or there is no empty one
	 */
	static @Nullable HeaderLines read(byte[] block, int limit) {
		List<Line> lines = new ArrayList<>(24);
		int last = 0;
		int start = 0;
		while (start < limit) {
			int colon = -1;
			int end = start;
			for (; end < limit && !isControl(block[end]); end++) {
				if (block[end] == ':' && colon < 0) {
					colon = end;
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
				lines.add(new Line(begun.name(), (begun.value() + " " + text(block, start, end)).strip()));
			}
			else {
				lines.add(new Line(SharedTexts.lowerCase(block, start, colon), text(block, colon + 1, end)));
			}
			last = start;
			start = end + 2;
		}
		return null;
	}

	private static String text(byte[] block, int begin, int end) {
		int first = begin;
		while (first < end && block[first] == ' ') {
			first++;
		}
		return SharedTexts.of(block, first, end).strip();
	}

	/** Whether a byte ends lines or texts. */
	private static boolean isControl(byte b) {
		return b == '\r' || b == '\n' || b == 0;
	}

}
