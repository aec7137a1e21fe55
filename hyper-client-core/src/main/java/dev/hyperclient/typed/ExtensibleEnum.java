package dev.hyperclient.typed;

import java.util.Objects;

import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Base class of the generated types of values that the description lists: one constant
 * for each listed value, and an instance for any other that the service returns. Equal to
 * another instance of the same type with the same text. Immutable and thread-safe.
 */
public abstract class ExtensibleEnum {

	private final String value;

	/**
	 * Create a value.
	 * @param value the text that the service uses
	 */
	protected ExtensibleEnum(String value) {
		this.value = Objects.requireNonNull(value, "'value' must not be null");
	}

	/**
	 * Return the text that the service uses.
	 * @return the text
	 */
	@JsonValue
	public final String value() {
		return this.value;
	}

	@Override
	public final boolean equals(@Nullable Object other) {
		return other instanceof ExtensibleEnum that && that.getClass() == getClass() && that.value.equals(this.value);
	}

	@Override
	public final int hashCode() {
		return this.value.hashCode();
	}

	/**
	 * Return the text that the service uses.
	 */
	@Override
	public final String toString() {
		return this.value;
	}

}
