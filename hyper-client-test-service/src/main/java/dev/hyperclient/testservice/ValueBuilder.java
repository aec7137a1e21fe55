package dev.hyperclient.testservice;

import java.util.List;

import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Options of an attribute or parameter. Not thread-safe.
 */
public final class ValueBuilder {

	private boolean required;

	private boolean readOnly;

	private boolean redacted;

	private boolean stripped;

	private String documentation = "";

	ValueBuilder() {
	}

	/**
	 * Refuse {@code null} for an attribute, and calls without the parameter.
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
	 * Hide the value of an attribute from clients, which may still change it.
	 * @return this builder
	 */
	public ValueBuilder redacted() {
		this.redacted = true;
		return this;
	}

	/**
	 * Remove white space at the beginning and the end of texts that clients send.
	 * @return this builder
	 */
	public ValueBuilder stripped() {
		this.stripped = true;
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

	ValueDefinition build(String name, Kind kind, List<String> options, @Nullable String target,
			@Nullable String link) {
		return new ValueDefinition(name, name + kind.keySuffix, kind, this.required, this.readOnly, this.redacted,
				this.stripped, options, target, link, this.documentation);
	}

	/**
	 * Sets options, for example {@code (value) -> value.required().readOnly()}. Called by
	 * the thread that declares the type.
	 */
	@FunctionalInterface
	public interface Option {

		/**
		 * Set the options.
		 * @param value the attribute or parameter
		 */
		void apply(ValueBuilder value);

	}

}
