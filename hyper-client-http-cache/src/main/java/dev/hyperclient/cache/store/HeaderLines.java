package dev.hyperclient.cache.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Parses a block of header lines, strictly: each has a name and a value and ends with CR
 * LF. Folded lines (RFC 9112, 5.2) are joined.
 */
final class HeaderLines {

	private static final int INVALID = -2;

	private HeaderLines() {
	}

	/**
	 * One field.
	 *
	 * @param name the name in lower case
	 * @param value the value
	 */
	record Line(String name, String value) {
	}

	/**
	 * Parse a block.
	 * @param block the lines, without the empty one at the end
	 * @return the fields in their order, or empty if a line is invalid
	 */
	static Optional<List<Line>> read(String block) {
		List<Line> lines = new ArrayList<>();
		int start = 0;
		while (start < block.length()) {
			int found = block.indexOf("\r\n", start);
			int end = (found < 0) ? block.length() : found;
			boolean folded = start < end && (block.charAt(start) == ' ' || block.charAt(start) == '\t');
			int colon = colon(block, start, end);
			if (colon == INVALID || (folded && lines.isEmpty()) || (!folded && colon <= start)) {
				return Optional.empty();
			}
			if (folded) {
				Line last = lines.remove(lines.size() - 1);
				lines.add(new Line(last.name(), (last.value() + " " + block.substring(start, end).strip()).strip()));
			}
			else {
				// Most values begin after one space.
				int value = (colon + 1 < end && block.charAt(colon + 1) == ' ') ? colon + 2 : colon + 1;
				lines.add(new Line(block.substring(start, colon).toLowerCase(Locale.ROOT),
						block.substring(value, end).strip()));
			}
			start = end + 2;
		}
		return Optional.of(lines);
	}

	/**
	 * Return the position of the first colon of a line, -1 without one, {@link #INVALID}
	 * if the line has a character that ends lines or texts.
	 */
	private static int colon(String block, int start, int end) {
		int colon = -1;
		for (int i = start; i < end; i++) {
			char c = block.charAt(i);
			if (c == '\r' || c == '\n' || c == 0) {
				return INVALID;
			}
			if (c == ':' && colon < 0) {
				colon = i;
			}
		}
		return colon;
	}

}
