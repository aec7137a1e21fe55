package dev.hyperclient;

import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hyperclient.internal.description.Param;

/**
 * Description of an attribute of a resource type, or of a parameter of a named operation,
 * by its service. Immutable and thread-safe. Makes no request.
 *
 * @see TypeDescription#attributes()
 * @see OperationDescription#parameters()
 */
public final class ValueDescription {

	private final Param param;

	private final boolean writable;

	private final TypeLookup description;

	ValueDescription(Param param, boolean writable, TypeLookup description) {
		this.param = param;
		this.writable = writable;
		this.description = description;
	}

	/**
	 * Return the name.
	 * @return the name, as for {@link Entry#get} and {@link NamedOperation#with}
	 */
	public String name() {
		return this.param.name();
	}

	/**
	 * Return the type of the value. Services describe few types, see {@link Type}.
	 * @return the type
	 */
	public Type type() {
		return switch (this.param.type()) {
			case ANY -> Type.ANY;
			case DATE -> Type.DATE;
			case DATE_TIME -> Type.DATE_TIME;
			case BINARY -> Type.FILE;
		};
	}

	/**
	 * Return the name of the type, for types that {@link #type()} does not distinguish.
	 * @return the name without a prefix, such as {@code boolean}; empty if there is none,
	 * as for most values
	 */
	public Optional<String> typeName() {
		return Optional.ofNullable(this.param.typeName());
	}

	/**
	 * Return whether a parameter must have an argument. For an attribute, it means only
	 * that the representation contains it: its value may be null.
	 * @return whether it is required
	 */
	public boolean isRequired() {
		return this.param.required();
	}

	/**
	 * Return whether the description allows the application to set the value: for an
	 * attribute when an entry is saved, for a parameter always.
	 * @return whether it can be set
	 */
	public boolean isWritable() {
		return this.writable;
	}

	/**
	 * Return the allowed values.
	 * @return the values in the order of the description, unmodifiable; empty if any
	 * value is allowed
	 */
	public List<String> options() {
		return this.param.options();
	}

	/**
	 * Return the documentation.
	 * @return the plain text, empty if there is none
	 */
	public Optional<String> documentation() {
		return this.param.documentation();
	}

	/**
	 * Return the declared type of the entry if the value is an entry, whose real type may
	 * be more specific. For such a parameter, {@link NamedOperation#with} accepts an
	 * entry or its URL.
	 * @return the type, empty if the value is not an entry or the service does not
	 * describe its type
	 */
	public Optional<TypeDescription> entryType() {
		return this.param.linkType()
			.map(this.description::findType)
			.filter((target) -> target.representation().isPresent())
			.map((target) -> TypeDescription.of(target, this.description));
	}

	/** A mapper of the application must not write the properties of this class. */
	@JsonValue
	Object json() {
		throw ResourceJson.refusedDescription("'%s'".formatted(name()));
	}

	/**
	 * Return the name.
	 */
	@Override
	public String toString() {
		return name();
	}

	/**
	 * The type of a value. Services describe only dates and files: texts, numbers,
	 * booleans, lists and objects have no type.
	 */
	public enum Type {

		/**
		 * Any value.
		 */
		ANY,

		/**
		 * A date without a time.
		 */
		DATE,

		/**
		 * A point in time.
		 */
		DATE_TIME,

		/**
		 * The content of a file.
		 */
		FILE

	}

}
