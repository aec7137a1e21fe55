package dev.hyperclient.typed;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Base class of the generated types of values that the description lists: one constant
 * for each listed value, and an instance for any other that the service returns. Equal to
 * another instance of the same type with the same text. Immutable and thread-safe.
 */
public abstract class ExtensibleEnum extends ValueBased<String> {

	/**
	 * Create a value.
	 * @param value the text that the service uses
	 */
	protected ExtensibleEnum(String value) {
		super(value, "value");
	}

	/**
	 * Return the text that the service uses.
	 * @return the text
	 */
	@JsonValue
	public final String value() {
		return based();
	}

}
