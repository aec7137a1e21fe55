package dev.hyperclient.wadl;

/**
 * Where the value of a parameter stands.
 */
public enum ParamStyle {

	/**
	 * An argument of an operation. Descriptions write it also for the fields of a form.
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
	 * Any other style, or none. The services this client is made for have no such
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
