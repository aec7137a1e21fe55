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
			String line = block.substring(start, end);
			boolean folded = line.startsWith(" ") || line.startsWith("\t");
			int colon = line.indexOf(':');
			if (line.indexOf('\r') >= 0 || line.indexOf('\n') >= 0 || line.indexOf(0) >= 0
					|| (folded && lines.isEmpty()) || (!folded && colon < 1)) {
				return Optional.empty();
			}
			if (folded) {
				Line last = lines.remove(lines.size() - 1);
				lines.add(new Line(last.name(), (last.value() + " " + line.strip()).strip()));
			}
			else {
				lines.add(
						new Line(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip()));
			}
			start = end + 2;
		}
		return Optional.of(lines);
	}

}
