package dev.hyperclient.testservice;

/**
 * Declares the options of an attribute or of a parameter. Not thread-safe.
 */
public final class ValueBuilder {

	private boolean required;

	private boolean readOnly;

	private boolean redacted;

	private String documentation = "";

	ValueBuilder() {
	}

	/**
	 * Require a value.
	 * @return this builder
	 */
	public ValueBuilder required() {
		this.required = true;
		return this;
	}

	/**
	 * Refuse changes by clients. For attributes only.
	 * @return this builder
	 */
	public ValueBuilder readOnly() {
		this.readOnly = true;
		return this;
	}

	/**
	 * Write the mark of a redacted value to representations. For attributes only.
	 * @return this builder
	 */
	public ValueBuilder redacted() {
		this.redacted = true;
		return this;
	}

	/**
	 * Set the documentation.
	 * @param text the documentation as plain text
	 * @return this builder
	 */
	public ValueBuilder documentation(String text) {
		this.documentation = text;
		return this;
	}

	<T> DeclaredValue<T> build(ValueDefinition<T> value) {
		ValueDefinition<T> documented = value.documented(this.documentation);
		return new DeclaredValue<>(this.required ? documented.mandatory() : documented, this.readOnly, this.redacted);
	}

	/**
	 * A declared attribute or parameter.
	 *
	 * @param value the name and the permitted values
	 * @param readOnly whether clients may not change it
	 * @param redacted whether no client may read it
	 * @param <T> the Java type of the values
	 */
	record DeclaredValue<T>(ValueDefinition<T> value, boolean readOnly, boolean redacted) {
	}

}
