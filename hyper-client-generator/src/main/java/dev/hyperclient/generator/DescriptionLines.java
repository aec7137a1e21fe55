package dev.hyperclient.generator;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Breaks the lines of a description that hardly has any, so that errors have lines and
 * version control shows differences. A break is added between two tags only, where the
 * description has no text.
 */
final class DescriptionLines {

	/** Lines of the usual size have at most this many bytes on average. */
	private static final int MAX_AVERAGE = 1000;

	/** Text that looks like tags may be in these. */
	private static final Pattern OPAQUE = Pattern.compile("<!--|<!\\[CDATA\\[|<!DOCTYPE|<[\\w.:-]*doc[\\s>]");

	private static final Pattern BETWEEN = Pattern.compile("><(?=[A-Za-z/])");

	private DescriptionLines() {
	}

	/** Return the description with line breaks, or as it is. */
	static byte[] of(byte[] content) {
		// A line break is one byte in each encoding that is a superset of ASCII.
		String text = new String(content, StandardCharsets.ISO_8859_1);
		long breaks = text.chars().filter((character) -> character == '\n').count();
		if (text.length() / (breaks + 1) <= MAX_AVERAGE) {
			return content;
		}
		StringBuilder broken = new StringBuilder(text.length() + text.length() / 20);
		Matcher opaque = OPAQUE.matcher(text);
		int start = 0;
		while (opaque.find(start)) {
			append(broken, text.substring(start, opaque.start()));
			int end = end(text, opaque.start(), opaque.group());
			broken.append(text, opaque.start(), end);
			start = end;
		}
		append(broken, text.substring(start));
		return broken.toString().getBytes(StandardCharsets.ISO_8859_1);
	}

	private static int end(String text, int start, String begin) {
		String wanted = switch (begin) {
			case "<!--" -> "-->";
			case "<![CDATA[" -> "]]>";
			// Entities of a document type are not for this to understand.
			case "<!DOCTYPE" -> "";
			default -> "</" + begin.substring(1, begin.length() - 1) + ">";
		};
		int end = wanted.isEmpty() ? -1 : text.indexOf(wanted, start);
		return (end < 0) ? text.length() : end + wanted.length();
	}

	private static void append(StringBuilder broken, String part) {
		broken.append(BETWEEN.matcher(part).replaceAll(">\n<"));
	}

}
