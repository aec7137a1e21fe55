package dev.hyperclient.testservice;

import java.util.stream.Collectors;

import tools.jackson.databind.JsonNode;

/**
 * Formats JSON values and their types as Python literals, like lazr.restful: clients
 * compare the texts of errors.
 */
final class PythonText {

	private static final int MAX_LENGTH = 200;

	private PythonText() {
	}

	static String typeOf(JsonNode value) {
		return switch (value.getNodeType()) {
			case STRING -> "unicode";
			case BOOLEAN -> "bool";
			case NUMBER -> value.isIntegralNumber() ? "int" : "float";
			case NULL -> "NoneType";
			case ARRAY -> "list";
			default -> "dict";
		};
	}

	static String of(JsonNode value) {
		String text = literal(value);
		return (text.length() > MAX_LENGTH) ? text.substring(0, MAX_LENGTH) + "..." : text;
	}

	private static String literal(JsonNode value) {
		return switch (value.getNodeType()) {
			case STRING -> quote(value.stringValue());
			case BOOLEAN -> value.booleanValue() ? "True" : "False";
			case NULL -> "None";
			case ARRAY -> value.valueStream().map(PythonText::literal).collect(Collectors.joining(", ", "[", "]"));
			case OBJECT -> value.propertyStream()
				.map((property) -> quote(property.getKey()) + ": " + literal(property.getValue()))
				.collect(Collectors.joining(", ", "{", "}"));
			default -> value.asString();
		};
	}

	private static String quote(String text) {
		char quote = (text.contains("'") && !text.contains("\"")) ? '"' : '\'';
		return text.chars()
			.mapToObj((character) -> escape((char) character, quote))
			.collect(Collectors.joining("", "u" + quote, String.valueOf(quote)));
	}

	private static String escape(char character, char quote) {
		if (character == quote || character == '\\' || character == '\n') {
			return "\\" + ((character == '\n') ? 'n' : character);
		}
		if (character >= 0x20 && character < 0x7f) {
			return String.valueOf(character);
		}
		return (character < 0x100) ? "\\x%02x".formatted((int) character) : "\\u%04x".formatted((int) character);
	}

}
