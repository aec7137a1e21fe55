package dev.hyperclient.cookbook.service;

import java.util.stream.Collectors;

import tools.jackson.databind.JsonNode;

/**
 * Writes JSON values and their types the way the first service of this kind did, because
 * clients compare the error texts.
 */
final class PythonText {

	private static final int LONGEST = 200;

	private PythonText() {
	}

	static String typeOf(JsonNode value) {
		if (value.isString()) {
			return "unicode";
		}
		if (value.isBoolean()) {
			return "bool";
		}
		if (value.isNumber()) {
			return value.isIntegralNumber() ? "int" : "float";
		}
		if (value.isNull()) {
			return "NoneType";
		}
		return value.isArray() ? "list" : "dict";
	}

	static String of(JsonNode value) {
		String text = literal(value);
		return (text.length() > LONGEST) ? text.substring(0, LONGEST) + "..." : text;
	}

	private static String literal(JsonNode value) {
		if (value.isString()) {
			return quoted(value.stringValue());
		}
		if (value.isBoolean()) {
			return value.booleanValue() ? "True" : "False";
		}
		if (value.isNull()) {
			return "None";
		}
		if (value.isArray()) {
			return value.valueStream().map(PythonText::literal).collect(Collectors.joining(", ", "[", "]"));
		}
		if (value.isObject()) {
			return value.propertyStream()
				.map((property) -> quoted(property.getKey()) + ": " + literal(property.getValue()))
				.collect(Collectors.joining(", ", "{", "}"));
		}
		return value.asString();
	}

	private static String quoted(String text) {
		char quote = (text.contains("'") && !text.contains("\"")) ? '"' : '\'';
		StringBuilder quoted = new StringBuilder("u").append(quote);
		for (char character : text.toCharArray()) {
			quoted.append(escaped(character, quote));
		}
		return quoted.append(quote).toString();
	}

	private static String escaped(char character, char quote) {
		if (character == quote || character == '\\') {
			return "\\" + character;
		}
		if (character == '\n') {
			return "\\n";
		}
		if (character >= 0x20 && character < 0x7f) {
			return String.valueOf(character);
		}
		return (character < 0x100) ? "\\x%02x".formatted((int) character) : "\\u%04x".formatted((int) character);
	}

}
