package dev.hyperclient.internal.description;

import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recognizes XHTML that a service wrote as text, with escaped angle brackets, in its
 * documentation. Other texts in angle brackets, such as placeholders, are kept.
 */
final class EscapedMarkup {

	private static final Pattern END_TAG = Pattern.compile("</([A-Za-z0-9]+)>");

	private static final Pattern TAG = Pattern.compile("</?([A-Za-z0-9]+)");

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

	private static boolean isEscaped(String text) {
		return text.contains("</")
				&& text.chars().noneMatch((character) -> character <= DocumentationMarks.VERBATIM_END)
				&& END_TAG.matcher(text).results().anyMatch((tag) -> DocumentationMarks.isKnown(name(tag)));
	}

	private static String name(MatchResult tag) {
		return tag.group(1).toLowerCase(Locale.ROOT);
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
		Matcher tag = TAG.matcher(this.text).region(this.position, this.text.length());
		if (!tag.lookingAt() || !DocumentationMarks.isKnown(name(tag))) {
			return false;
		}
		boolean end = this.text.startsWith("</", this.position);
		this.result.append(end ? DocumentationMarks.end(name(tag)) : DocumentationMarks.start(name(tag)));
		int close = this.text.indexOf('>', tag.end());
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
