package dev.hyperclient.internal.generator;

import java.math.BigDecimal;
import java.net.URI;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.WildcardTypeName;
import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.FileArgument;
import dev.hyperclient.HostedFile;
import dev.hyperclient.KeyLookup;
import dev.hyperclient.OperationResult;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.internal.generator.ClientModel.ValueModel;
import dev.hyperclient.typed.ExtensibleEnum;
import dev.hyperclient.typed.OperationOptions;
import dev.hyperclient.typed.TypedCollection;
import dev.hyperclient.typed.TypedEntry;
import dev.hyperclient.typed.TypedRoot;
import dev.hyperclient.typed.TypedValues;
import org.jspecify.annotations.Nullable;

/**
 * The Java types of values in generated source.
 */
record JavaTypes(String packageName) {

	/** The name in {@code @Generated}. */
	static final String GENERATOR = "dev.hyperclient.generator.GeneratorMain";

	static final ClassName ENTRY = ClassName.get(Entry.class);

	static final ClassName ENTRY_COLLECTION = ClassName.get(EntryCollection.class);

	static final ClassName HOSTED_FILE = ClassName.get(HostedFile.class);

	static final ClassName SERVICE_ROOT = ClassName.get(ServiceRoot.class);

	static final ClassName KEY_LOOKUP = ClassName.get(KeyLookup.class);

	static final ClassName OPERATION_RESULT = ClassName.get(OperationResult.class);

	static final ClassName TYPED_ENTRY = ClassName.get(TypedEntry.class);

	static final ClassName TYPED_COLLECTION = ClassName.get(TypedCollection.class);

	static final ClassName TYPED_ROOT = ClassName.get(TypedRoot.class);

	static final ClassName VALUES = ClassName.get(TypedValues.class);

	static final ClassName EXTENSIBLE_ENUM = ClassName.get(ExtensibleEnum.class);

	static final ClassName OPTIONS = ClassName.get(OperationOptions.class);

	static final ClassName OPTIONAL = ClassName.get(Optional.class);

	static final ClassName OVERRIDE = ClassName.get(Override.class);

	static final ClassName STRING = ClassName.get(String.class);

	static final ClassName JSON_CREATOR = ClassName.get(JsonCreator.class);

	static final ParameterizedTypeName TEXTS = ParameterizedTypeName.get(ClassName.get(List.class), STRING);

	static final ParameterizedTypeName ANY_TYPED_ENTRY = ParameterizedTypeName.get(TYPED_ENTRY,
			WildcardTypeName.subtypeOf(Object.class));

	private static final AnnotationSpec NULLABLE = AnnotationSpec.builder(Nullable.class).build();

	ClassName generated(String name) {
		return ClassName.get(this.packageName, name);
	}

	static TypeName nullable(TypeName type) {
		return type.annotated(NULLABLE);
	}

	static ParameterizedTypeName optional(TypeName type) {
		return ParameterizedTypeName.get(OPTIONAL, type);
	}

	/** Return the type of an entry, or {@link Entry} if it is not generated. */
	ClassName entry(@Nullable String className) {
		return (className != null) ? generated(className) : ENTRY;
	}

	/** Return the type of a collection, or {@link EntryCollection}. */
	TypeName collection(@Nullable String memberClass, @Nullable String collectionClass) {
		if (collectionClass != null) {
			return generated(collectionClass);
		}
		return (memberClass != null) ? ParameterizedTypeName.get(TYPED_COLLECTION, generated(memberClass))
				: ENTRY_COLLECTION;
	}

	/** Return an expression that wraps a collection. */
	CodeBlock wrapped(CodeBlock collection, @Nullable String memberClass, @Nullable String collectionClass) {
		if (collectionClass != null) {
			return CodeBlock.of("new $T($L)", generated(collectionClass), collection);
		}
		return (memberClass != null)
				? CodeBlock.of("new $T<>($L, $T::new)", TYPED_COLLECTION, collection, generated(memberClass))
				: collection;
	}

	/** Return an expression that wraps an entry. */
	CodeBlock typed(CodeBlock entry, @Nullable String className) {
		return (className != null) ? CodeBlock.of("new $T($L)", generated(className), entry) : entry;
	}

	/** Return the type of an argument that is an entry. */
	TypeName entryArgument(@Nullable String target, boolean takesAny) {
		return (target != null && takesAny) ? ANY_TYPED_ENTRY : entry(target);
	}

	/** Return the text of Javadoc about entries of other types. */
	CodeBlock acceptedTypes(@Nullable String target, boolean takesAny) {
		return (target != null && takesAny) ? CodeBlock.of("; {@link $T} or a more specific type", generated(target))
				: CodeBlock.of("");
	}

	/** Return an expression of a value that an untyped method accepts. */
	static CodeBlock sent(String variable, ValueModel value) {
		return switch (value.kind()) {
			case ANY, LIST, MAP, OPTION -> CodeBlock.of("$T.untyped($L)", VALUES, variable);
			default -> CodeBlock.of("$L", variable);
		};
	}

	/** Return an expression of an entry that an untyped method accepts. */
	static CodeBlock sentEntry(String variable, @Nullable String target) {
		return (target != null) ? CodeBlock.of("$T.untyped($L)", VALUES, variable) : CodeBlock.of("$L", variable);
	}

	/** Return the type of a value that is read, boxed. */
	TypeName boxed(ValueModel value) {
		return switch (value.kind()) {
			case ANY -> ClassName.OBJECT;
			case TEXT -> STRING;
			case INTEGER -> ClassName.get(Long.class);
			case DECIMAL -> ClassName.get(BigDecimal.class);
			case DOUBLE -> ClassName.get(Double.class);
			case BOOLEAN -> ClassName.get(Boolean.class);
			case DATE -> ClassName.get(LocalDate.class);
			case DATE_TIME -> ClassName.get(OffsetDateTime.class);
			case URI -> ClassName.get(URI.class);
			case FILE -> ClassName.get(FileArgument.class);
			case LIST -> ParameterizedTypeName.get(ClassName.get(List.class), member(value));
			case MAP -> ParameterizedTypeName.get(ClassName.get(Map.class), STRING, member(value));
			case OPTION -> generated(value.className());
		};
	}

	/** Return the type of a value that is never null. */
	TypeName required(ValueModel value) {
		return switch (value.kind()) {
			case INTEGER -> TypeName.LONG;
			case DOUBLE -> TypeName.DOUBLE;
			case BOOLEAN -> TypeName.BOOLEAN;
			default -> boxed(value);
		};
	}

	/** Return the type of an argument: lists are accepted as any collection. */
	TypeName argument(ValueModel value) {
		return switch (value.kind()) {
			case LIST -> ParameterizedTypeName.get(ClassName.get(Collection.class), memberArgument(value));
			case MAP -> ParameterizedTypeName.get(ClassName.get(Map.class), STRING, memberArgument(value));
			default -> required(value);
		};
	}

	/** Return the type of several values as one argument. */
	TypeName several(ValueModel value) {
		return ParameterizedTypeName.get(ClassName.get(Collection.class), boxed(value));
	}

	private TypeName memberArgument(ValueModel value) {
		return (value.member() == ValueKind.ANY) ? WildcardTypeName.subtypeOf(member(value)) : member(value);
	}

	TypeName argumentOrNull(ValueModel value) {
		return switch (value.kind()) {
			case LIST, MAP -> argument(value);
			default -> boxed(value);
		};
	}

	private TypeName member(ValueModel value) {
		if (value.isEntries()) {
			return entry(value.className().isEmpty() ? null : value.className());
		}
		if (value.isListed()) {
			return generated(value.className());
		}
		return (value.member() == ValueKind.ANY) ? nullable(ClassName.OBJECT) : ClassName.get(memberClass(value));
	}

	/** Return the class of members as {@link Entry#get} returns them. */
	static Class<?> memberClass(ValueModel value) {
		return switch (value.member()) {
			case TEXT -> String.class;
			case INTEGER -> Long.class;
			case BOOLEAN -> Boolean.class;
			case LIST -> List.class;
			case MAP -> Map.class;
			default -> Object.class;
		};
	}

}
