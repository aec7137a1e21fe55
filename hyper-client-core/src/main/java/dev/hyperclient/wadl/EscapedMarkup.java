package dev.hyperclient.wadl;

import java.util.Locale;

/**
 * Recognizes XHTML that a service wrote as text, with escaped angle brackets, in its
 * documentation. Other texts in angle brackets, such as placeholders, are kept.
 */
final class EscapedMarkup {

	private static final int LONGEST_REFERENCE = 8;

	private final String text;

	private final StringBuilder result;

	private int position;

	private EscapedMarkup(String text) {
		this.text = text;
		this.result = new StringBuilder(text.length());
	}

	/**
	 * Replace escaped markup by marks.
	 */
	static String resolve(String text) {
		return isEscaped(text) ? new EscapedMarkup(text).resolve() : text;
	}

	/** Matches an end tag. */
	private static boolean isEscaped(String text) {
		int at = text.indexOf("</");
		if (at < 0 || text.chars().anyMatch((character) -> character <= DocumentationMarks.VERBATIM_END)) {
			return false;
		}
		while (at >= 0) {
			int end = nameEnd(text, at + 2);
			if (end < text.length() && text.charAt(end) == '>' && isElement(text, at + 2, end)) {
				return true;
			}
			at = text.indexOf("</", at + 2);
		}
		return false;
	}

	private static int nameEnd(String text, int start) {
		int end = start;
		while (end < text.length() && isNameCharacter(text.charAt(end))) {
			end++;
		}
		return end;
	}

	private static boolean isNameCharacter(char character) {
		return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')
				|| (character >= '0' && character <= '9');
	}

	private static boolean isElement(String text, int start, int end) {
		return DocumentationMarks.isKnown(name(text, start, end));
	}

	private static String name(String text, int start, int end) {
		return text.substring(start, end).toLowerCase(Locale.ROOT);
	}

	private String resolve() {
		while (this.position < this.text.length()) {
			char character = this.text.charAt(this.position);
			boolean read = (character == '<') ? readTag() : character == '&' && readReference();
			if (!read) {
				this.result.append(character);
				this.position++;
			}
		}
		return this.result.toString();
	}

	private boolean readTag() {
		boolean end = this.text.startsWith("</", this.position);
		int nameStart = this.position + (end ? 2 : 1);
		int nameEnd = nameEnd(this.text, nameStart);
		if (!isElement(this.text, nameStart, nameEnd)) {
			return false;
		}
		int close = this.text.indexOf('>', nameEnd);
		String name = name(this.text, nameStart, nameEnd);
		this.result.append(end ? DocumentationMarks.end(name) : DocumentationMarks.start(name));
		this.position = (close < 0) ? this.text.length() : close + 1;
		return true;
	}

	private boolean readReference() {
		int close = this.text.indexOf(';', this.position);
		if (close < 0 || close - this.position > LONGEST_REFERENCE) {
			return false;
		}
		String character = switch (this.text.substring(this.position + 1, close)) {
			case "lt" -> "<";
			case "gt" -> ">";
			case "amp" -> "&";
			case "quot" -> "\"";
			case "apos", "#39" -> "'";
			case "nbsp", "#160" -> " ";
			default -> "";
		};
		this.result.append(character);
		this.position = character.isEmpty() ? this.position : close + 1;
		return !character.isEmpty();
	}

}
