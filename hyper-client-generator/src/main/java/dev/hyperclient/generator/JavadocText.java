package dev.hyperclient.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Text of the service within Javadoc: neither ends the comment, nor is read as a tag, as
 * HTML or as a Unicode escape.
 */
final class JavadocText {

	private static final int WIDTH = 90;

	private static final Pattern BLANKS = Pattern.compile("[ \\t]+");

	private JavadocText() {
	}

	/** Return paragraphs for the description of a type or member. */
	static String paragraphs(String text) {
		List<String> paragraphs = new ArrayList<>();
		for (String paragraph : text.strip().split("\\n\\s*\\n")) {
			String wrapped = wrapped(escaped(BLANKS.matcher(paragraph.replace('\n', ' ')).replaceAll(" ").strip()));
			if (!wrapped.isEmpty()) {
				paragraphs.add(wrapped);
			}
		}
		return String.join("\n<p>\n", paragraphs);
	}

	/** Return one paragraph, for the description of a parameter. */
	static String line(String text) {
		return wrapped(escaped(text.strip().replaceAll("\\s+", " ")));
	}

	static String escaped(String text) {
		StringBuilder escaped = new StringBuilder(text.length() + 16);
		text.codePoints().forEach((character) -> {
			switch (character) {
				case '&', '<', '>', '@', '\\', '{', '}' -> entity(escaped, character);
				default -> {
					if (isVisible(character)) {
						escaped.appendCodePoint(character);
					}
					else {
						entity(escaped, character);
					}
				}
			}
		});
		return escaped.toString().replace("*/", "*&#47;");
	}

	private static void entity(StringBuilder escaped, int character) {
		switch (character) {
			case '&' -> escaped.append("&amp;");
			case '<' -> escaped.append("&lt;");
			case '>' -> escaped.append("&gt;");
			default -> {
				boolean valid = Character.getType(character) != Character.CONTROL
						&& Character.getType(character) != Character.SURROGATE;
				escaped.append(valid ? "&#" + character + ";" : "?");
			}
		}
	}

	/** Direction marks would make the source look like another one. */
	private static boolean isVisible(int character) {
		return switch (Character.getType(character)) {
			case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED,
					Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
				false;
			default -> true;
		};
	}

	private static String wrapped(String text) {
		StringBuilder lines = new StringBuilder();
		int length = 0;
		for (String word : text.split(" ")) {
			if (length > 0 && length + word.length() >= WIDTH) {
				lines.append('\n');
				length = 0;
			}
			else if (length > 0) {
				lines.append(' ');
				length++;
			}
			lines.append(word);
			length += word.length();
		}
		return lines.toString();
	}

}
