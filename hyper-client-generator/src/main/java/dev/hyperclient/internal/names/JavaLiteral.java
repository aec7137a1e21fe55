package dev.hyperclient.internal.names;

/**
 * A text as a literal of Java source, of ASCII characters on one line.
 */
public final class JavaLiteral {

	private JavaLiteral() {
	}

	/**
	 * Return a literal.
	 * @param text the text
	 * @return the literal with its quotation marks
	 */
	public static String of(String text) {
		StringBuilder literal = new StringBuilder(text.length() + 16).append('"');
		text.chars().forEach((character) -> {
			switch (character) {
				case '"' -> literal.append("\\\"");
				case '\\' -> literal.append("\\\\");
				case '\n' -> literal.append("\\n");
				case '\t' -> literal.append("\\t");
				case '\r' -> literal.append("\\r");
				default -> {
					if (character >= ' ' && character < 127) {
						literal.append((char) character);
					}
					else {
						literal.append("\\u%04x".formatted(character));
					}
				}
			}
		});
		return literal.append('"').toString();
	}

}
