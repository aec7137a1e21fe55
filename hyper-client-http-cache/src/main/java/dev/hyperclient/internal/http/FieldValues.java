package dev.hyperclient.internal.http;

import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * Field values in a file: one line each, ASCII only. Other values are written as encoded
 * words (RFC 2047), as the Python client does.
 */
public final class FieldValues {

	private static final String START = "=?";

	private static final String END = "?=";

	private static final Pattern CONTROLS = Pattern.compile("[\\x00-\\x08\\x0A-\\x1F\\x7F]");

	private FieldValues() {
	}

	/**
	 * Return a value as one line.
	 * @param value any value
	 * @return the value without line ends
	 */
	public static String toLine(String value) {
		String line = withoutControls(value).strip();
		return (isAscii(line) && !isEncoded(line)) ? line
				: START + "utf-8?b?" + Base64.getEncoder().encodeToString(line.getBytes(StandardCharsets.UTF_8)) + END;
	}

	/**
	 * Return the value of a line.
	 * @param line the line, unfolded
	 * @return the value
	 */
	public static String fromLine(String line) {
		if (!isEncoded(line)) {
			return line;
		}
		try {
			StringBuilder value = new StringBuilder(line.length());
			for (String word : line.split("[ \t]+")) {
				value.append(decode(word));
			}
			return withoutControls(value.toString());
		}
		catch (IllegalArgumentException ex) {
			// It only resembles encoded words.
			return line;
		}
	}

	private static String decode(String word) {
		String[] parts = isEncoded(word) ? word.substring(2, word.length() - 2).split("\\?", -1) : new String[0];
		if (parts.length != 3) {
			throw new IllegalArgumentException("Not an encoded word");
		}
		byte[] bytes = switch (parts[1]) {
			case "b", "B" -> Base64.getDecoder().decode(parts[2]);
			case "q", "Q" -> quoted(parts[2]);
			default -> throw new IllegalArgumentException("Unknown encoding of an encoded word");
		};
		return new String(bytes, Charset.forName(parts[0]));
	}

	/**
	 * Return the bytes of quoted text, which is escaped as in a form, with another sign.
	 */
	private static byte[] quoted(String text) {
		String form = text.replace("%", "%25").replace("+", "%2B").replace('_', '+').replace('=', '%');
		return URLDecoder.decode(form, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
	}

	/**
	 * Return a value with spaces in place of control characters.
	 */
	public static String withoutControls(String value) {
		// RFC 9110, 5.5: a recipient may replace them by spaces.
		return hasControls(value) ? CONTROLS.matcher(value).replaceAll(" ") : value;
	}

	public static boolean hasControls(String value) {
		for (int i = 0; i < value.length(); i++) {
			if (isControl(value.charAt(i))) {
				return true;
			}
		}
		return false;
	}

	private static boolean isControl(int c) {
		return (c < 0x20 && c != '\t') || c == 0x7F;
	}

	public static boolean isAscii(String value) {
		for (int i = 0; i < value.length(); i++) {
			if (value.charAt(i) >= 0x80) {
				return false;
			}
		}
		return true;
	}

	private static boolean isEncoded(String line) {
		return line.length() > 4 && line.startsWith(START) && line.endsWith(END);
	}

}
