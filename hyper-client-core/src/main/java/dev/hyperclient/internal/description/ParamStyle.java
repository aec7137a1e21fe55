package dev.hyperclient.internal.description;

/**
 * The place of the value of a parameter.
 */
public enum ParamStyle {

	/**
	 * An argument of an operation. Also used for the fields of a form.
	 */
	QUERY,

	/**
	 * A key of a JSON representation.
	 */
	PLAIN,

	/**
	 * A header field.
	 */
	HEADER,

	/**
	 * Any other style, or none. Services in the style of lazr.restful have no such
	 * parameters.
	 */
	OTHER;

	static ParamStyle of(String attribute) {
		return switch (attribute) {
			case "query" -> QUERY;
			case "plain" -> PLAIN;
			case "header" -> HEADER;
			default -> OTHER;
		};
	}

}
