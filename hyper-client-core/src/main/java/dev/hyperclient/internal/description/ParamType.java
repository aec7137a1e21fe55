package dev.hyperclient.internal.description;

import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * The type of the values of a parameter. Descriptions distinguish only dates and files:
 * strings, numbers, booleans, lists and objects have no type.
 */
public enum ParamType {

	/**
	 * Any value: for a parameter without a type or with an unknown one.
	 */
	ANY,

	/**
	 * A date without a time: {@code date} of XML Schema.
	 */
	DATE,

	/**
	 * A point in time: {@code dateTime} of XML Schema.
	 */
	DATE_TIME,

	/**
	 * The content of a file.
	 */
	BINARY;

	private static final String XML_SCHEMA = "http://www.w3.org/2001/XMLSchema";

	static ParamType of(String attribute, UnaryOperator<@Nullable String> namespaces) {
		if (attribute.equals("binary")) {
			return BINARY;
		}
		int colon = attribute.indexOf(':');
		if (colon < 1 || !XML_SCHEMA.equals(namespaces.apply(attribute.substring(0, colon)))) {
			return ANY;
		}
		return switch (attribute.substring(colon + 1)) {
			case "date" -> DATE;
			case "dateTime" -> DATE_TIME;
			default -> ANY;
		};
	}

}
