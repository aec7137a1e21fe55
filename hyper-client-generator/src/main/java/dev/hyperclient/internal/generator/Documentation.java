package dev.hyperclient.internal.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import org.jspecify.annotations.Nullable;

/**
 * The documentation of a type or member as Javadoc. Text of the service that begins with
 * "deprecated", or has the word in brackets, leads to an annotation and its tag. Text
 * neither ends the comment, nor is read as a tag, as HTML or as a Unicode escape.
 *
 * @param deprecation what to use in its place, {@code null} if it is not deprecated
 */
record Documentation(String body, @Nullable String deprecation) {

	private static final int WIDTH = 90;

	private static final Pattern BLANKS = Pattern.compile("[ \\t]+");

	private static final Pattern BEGINS_DEPRECATED = Pattern.compile("(?is)^\\W*deprecated\\b[\\s\\])}:.,;!-]*(.*)");

	private static final Pattern SAYS_DEPRECATED = Pattern.compile("(?i)[\\[(]deprecated\\b");

	private static final Pattern PARAGRAPH = Pattern.compile("\\n\\s*\\n");

	/**
	 * Create the documentation.
	 * @param text the text of the service
	 * @param fallback the Javadoc if there is no text
	 */
	static Documentation of(@Nullable String text, String fallback) {
		String described = (text != null) ? text : "";
		String[] paragraphs = PARAGRAPH.split(described.strip(), 2);
		Matcher deprecated = BEGINS_DEPRECATED.matcher(paragraphs[0]);
		if (deprecated.matches()) {
			String reason = paragraphs(deprecated.group(1));
			return new Documentation(body((paragraphs.length > 1) ? paragraphs[1] : "", fallback),
					reason.isEmpty() ? "by the service" : reason);
		}
		return new Documentation(body(described, fallback),
				SAYS_DEPRECATED.matcher(described).find() ? "by the service, see above" : null);
	}

	private static String body(String text, String fallback) {
		String body = paragraphs(text);
		return body.isEmpty() ? fallback : body;
	}

	static boolean isDeprecated(@Nullable String text) {
		return of(text, "").deprecation() != null;
	}

	static String quoted(String name) {
		return "'" + escaped(name) + "'";
	}

	void addTo(TypeSpec.Builder type) {
		type.addJavadoc("$L", this.body);
		if (this.deprecation != null) {
			type.addJavadoc("\n@deprecated $L", this.deprecation).addAnnotation(Deprecated.class);
		}
	}

	/**
	 * Add the documentation to a method.
	 * @param tags what it takes and returns
	 */
	void addTo(MethodSpec.Builder method, CodeBlock tags) {
		method.addJavadoc("$L\n$L", this.body, tags);
		if (this.deprecation != null) {
			method.addJavadoc("@deprecated $L\n", this.deprecation).addAnnotation(Deprecated.class);
		}
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

	private static String escaped(String text) {
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
