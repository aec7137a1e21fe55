package dev.hyperclient.internal.generator;

import java.util.List;
import java.util.stream.Stream;

import dev.hyperclient.LinkDescription;
import dev.hyperclient.internal.description.ParamType;
import org.jspecify.annotations.Nullable;

/**
 * Model of the generated client, with all names and types.
 *
 * @param documentation of the service
 */
record ClientModel(String packageName, TypeModel root, List<TypeModel> entries, List<TypeModel> collections,
		List<OptionModel> options, @Nullable String documentation) {

	/** Return the types with members, the root first. */
	List<TypeModel> types() {
		return Stream.of(List.of(this.root), this.entries, this.collections).flatMap(List::stream).toList();
	}

	/**
	 * The root, an entry, or a collection with operations.
	 *
	 * @param member the class of the entries of a collection, {@code null} for untyped
	 * ones
	 */
	record TypeModel(String id, String className, @Nullable String member, @Nullable String documentation,
			List<AttributeModel> attributes, List<LinkModel> links, List<OperationModel> operations) {
	}

	/** A type of values that the description lists. */
	record OptionModel(String className, String attribute, List<Constant> constants) {

		record Constant(String name, String value) {

		}

	}

	/**
	 * A type of values.
	 *
	 * @param member the kind of the members of a list or map
	 * @param className the class of an {@link ValueKind#OPTION} or of the entries in a
	 * list, otherwise empty
	 * @param reference what a type of the overlay refers to, otherwise empty: the id of
	 * the type of entries, which are sent as their URLs, or the attribute whose values
	 * are meant, such as {@code bug_task.status}
	 */
	record ValueModel(ValueKind kind, ValueKind member, String className, String reference) {

		static ValueModel of(ValueKind kind) {
			return of(kind, ValueKind.ANY);
		}

		static ValueModel of(ValueKind kind, ValueKind member) {
			return new ValueModel(kind, member, "", "");
		}

		/** Return the type of an entry, or of a value of an attribute. */
		static ValueModel referring(ValueKind kind, String reference) {
			return new ValueModel(kind, ValueKind.ANY, "", reference);
		}

		/** Return the type of a list of values of a type. */
		static ValueModel listOf(ValueModel member) {
			return new ValueModel(ValueKind.LIST, (member.isEntry()) ? ValueKind.TEXT : member.kind, "",
					member.reference);
		}

		ValueModel withClassName(String name) {
			return new ValueModel(this.kind, this.member, name, this.reference);
		}

		/** Return whether it is one entry. */
		boolean isEntry() {
			return this.kind == ValueKind.URI && !this.reference.isEmpty();
		}

		/** Return whether it is a list of entries. */
		boolean isEntries() {
			return this.member == ValueKind.TEXT && !this.reference.isEmpty();
		}

		/**
		 * Return whether it is a value, or a list of values, of those of an attribute.
		 */
		boolean isListed() {
			return !this.reference.isEmpty() && (this.kind == ValueKind.OPTION || this.member == ValueKind.OPTION);
		}

		/** Return the type as it is written in overlays. */
		String overlayName() {
			boolean container = this.kind == ValueKind.LIST || this.kind == ValueKind.MAP;
			ValueKind element = container ? this.member : this.kind;
			String prefix = isListed() ? ValueKind.VALUES_PREFIX : ValueKind.ENTRY_PREFIX;
			String name = this.reference.isEmpty() ? element.overlayName() : prefix + this.reference;
			return container ? "%s<%s>".formatted(this.kind.overlayName(), name) : name;
		}

	}

	/**
	 * An attribute.
	 *
	 * @param described the type in the description, {@code null} for a link
	 * @param corrected whether the overlay decides about the type
	 */
	record AttributeModel(String name, @Nullable ParamType described, boolean corrected, String getter,
			@Nullable String setter, ValueModel value, boolean required, @Nullable String documentation) {

	}

	/**
	 * A link.
	 *
	 * @param described the id of the type in the description, empty if there is none
	 * @param target the class of the entry or of the members of the collection,
	 * {@code null} for untyped ones
	 * @param collectionClass the class of a collection with operations
	 * @param setterTakesAny whether other types may be subtypes of the target
	 * @param key the path of the key lookup of a collection of the root
	 */
	record LinkModel(String name, String described, LinkDescription.Kind kind, String getter, @Nullable String setter,
			@Nullable String target, @Nullable String collectionClass, boolean setterTakesAny, boolean required,
			@Nullable String key, @Nullable String documentation) {

	}

	/** A named operation. */
	record OperationModel(String name, String method, List<ParameterModel> required, List<ParameterModel> optional,
			@Nullable String optionsClass, ResultModel result, @Nullable String documentation) {

	}

	/**
	 * A parameter of an operation.
	 *
	 * @param value the type of a value, {@code null} for an entry
	 * @param target the class of an entry, {@code null} for an untyped one
	 * @param described whether it is required in the description
	 */
	record ParameterModel(String name, String javaName, @Nullable ValueModel value, @Nullable String target,
			boolean takesAny, boolean described, @Nullable String documentation) {

		boolean isUntyped() {
			return this.value != null && this.value.kind() == ValueKind.ANY;
		}

	}

	/**
	 * The result of an operation.
	 *
	 * @param target the class of the entry or of the members of the collection
	 * @param required whether there always is a value
	 */
	record ResultModel(Kind kind, @Nullable String target, ValueModel value, boolean required) {

		static ResultModel of(Kind kind, @Nullable String target) {
			return new ResultModel(kind, target, ValueModel.of(ValueKind.ANY), false);
		}

		enum Kind {

			/** Not described. */
			UNKNOWN,

			/** An entry that the operation created. */
			CREATED,

			/** An entry or nothing. */
			ENTRY, COLLECTION, VALUE

		}

	}

}
