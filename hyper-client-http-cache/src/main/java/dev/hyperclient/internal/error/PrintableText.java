package dev.hyperclient.internal.error;

/**
 * Texts of others for messages and log lines. Control characters, which could forge a log
 * line or control a terminal, are replaced.
 */
public final class PrintableText {

	private static final char REPLACEMENT = '\ufffd';

	private PrintableText() {
	}

	/**
	 * Return a text for a single line.
	 * @param text the text
	 * @return the text with a replacement character for each control character and line
	 * separator
	 */
	public static String line(String text) {
		return replaced(text, false);
	}

	/**
	 * Return a URL without what may be a secret: its query, its fragment and the
	 * parameters of its path segments.
	 * @param url the URL, without user information
	 * @return the URL in one line, with an ellipsis in place of each of them
	 */
	public static String url(String url) {
		return line(url.replaceFirst("(?s)([?#]).*", "$1...").replaceAll(";[^/?#]*", ";..."));
	}

	/**
	 * Return a text of several lines. Line breaks and tabs are kept; the carriage return
	 * of a line break is removed.
	 * @param text the text
	 * @return the text with a replacement character for each other control character
	 */
	public static String lines(String text) {
		return replaced(text.replace("\r\n", "\n"), true);
	}

	private static String replaced(String text, boolean severalLines) {
		if (text.chars().noneMatch((character) -> isReplaced(character, severalLines))) {
			return text;
		}
		StringBuilder printable = new StringBuilder(text.length());
		text.chars()
			.forEach((character) -> printable
				.append(isReplaced(character, severalLines) ? REPLACEMENT : (char) character));
		return printable.toString();
	}

	private static boolean isReplaced(int character, boolean severalLines) {
		if (severalLines && (character == '\n' || character == '\t')) {
			return false;
		}
		return Character.isISOControl(character) || isLineSeparator(character) || isDirectional(character);
	}

	private static boolean isLineSeparator(int character) {
		return character == '\u2028' || character == '\u2029';
	}

	/** Explicit directional formatting, which makes a text look like another one. */
	private static boolean isDirectional(int character) {
		return (character >= '\u202a' && character <= '\u202e') || (character >= '\u2066' && character <= '\u2069');
	}

}
