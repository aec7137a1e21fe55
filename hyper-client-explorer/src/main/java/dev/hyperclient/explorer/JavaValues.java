package dev.hyperclient.explorer;

import java.net.URI;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.function.Function;

import dev.hyperclient.FileArgument;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.ValueDescription;
import dev.hyperclient.generator.TypedNames;
import org.jspecify.annotations.Nullable;

/**
 * Java expressions for values: JSON values, a {@link FileArgument}, and a {@link URI} for
 * an entry.
 */
final class JavaValues {

	private final TypedNames names;

	private final JavaPaths paths;

	JavaValues(TypedNames names, JavaPaths paths) {
		this.names = names;
		this.paths = paths;
	}

	/** Return a value that the description allows, for a required parameter. */
	Object example(ValueDescription parameter) {
		if (!parameter.options().isEmpty()) {
			return parameter.options().get(0);
		}
		return switch (parameter.type()) {
			case DATE -> "2026-01-31";
			case DATE_TIME -> "2026-01-31T12:00:00Z";
			case FILE -> FileArgument.of(new byte[0]).withFileName("file.bin");
			case ANY -> parameter.entryType().isPresent() ? parameter.entryType().get() : "...";
		};
	}

	String untyped(@Nullable Object value) {
		if (value instanceof URI uri) {
			return this.paths.to(uri, null).untyped();
		}
		if (value instanceof TypeDescription type) {
			return this.paths.toType(type).untyped();
		}
		return JavaLiterals.literal(value);
	}

	/**
	 * Return an expression for a generated method, empty if it does not take the value.
	 * @param argument whether the value is an argument of an operation
	 */
	Optional<String> typed(ValueDescription described, @Nullable Object value, boolean argument) {
		if (argument && value instanceof URI uri) {
			return typedEntry(uri, described.entryType().orElse(null));
		}
		if (value instanceof TypeDescription type) {
			return Optional.ofNullable(this.paths.toType(type).typed());
		}
		if (value == null) {
			return described.isRequired() ? Optional.empty() : Optional.of("null");
		}
		if (!described.options().isEmpty()) {
			return this.names.optionClass(described.name(), described.options())
				.filter((name) -> value instanceof String)
				.map((name) -> "%s.of(%s)".formatted(name, JavaLiterals.literal(value)));
		}
		return switch (described.type()) {
			case DATE -> parsed(value, LocalDate::parse).map((date) -> "LocalDate.parse(\"%s\")".formatted(date));
			case DATE_TIME ->
				parsed(value, OffsetDateTime::parse).map((time) -> "OffsetDateTime.parse(\"%s\")".formatted(time));
			case FILE -> Optional.of(JavaLiterals.literal(value));
			case ANY -> typedLiteral(described, value);
		};
	}

	private static Optional<String> typedLiteral(ValueDescription described, Object value) {
		return switch (described.typeName().orElse("")) {
			case "boolean" -> Optional.of(value).filter(Boolean.class::isInstance).map(String::valueOf);
			case "int", "integer", "long", "short", "byte", "nonNegativeInteger", "positiveInteger", "unsignedInt",
					"unsignedShort" ->
				Optional.of(value).filter(Long.class::isInstance).map((number) -> number + "L");
			case "decimal" ->
				Optional.of(value).filter(Number.class::isInstance).map(Number.class::cast).map(JavaLiterals::decimal);
			case "float", "double" -> Optional.of(value).filter(Number.class::isInstance).map((number) -> number + "d");
			case "string", "normalizedString", "token" ->
				Optional.of(value).filter(String.class::isInstance).map(JavaLiterals::literal);
			case "anyURI" -> Optional.of(value)
				.filter(String.class::isInstance)
				.map((text) -> "URI.create(%s)".formatted(JavaLiterals.literal(text)));
			default -> Optional.of(JavaLiterals.literal(value));
		};
	}

	Optional<String> typedEntry(URI uri, @Nullable TypeDescription type) {
		if (type == null) {
			return Optional.empty();
		}
		return this.names.classOf(type.id()).flatMap((name) -> Optional.ofNullable(this.paths.to(uri, type).typed()));
	}

	private static <T> Optional<T> parsed(Object value, Function<String, T> parser) {
		try {
			return Optional.of(parser.apply(value.toString()));
		}
		catch (DateTimeException ex) {
			return Optional.empty();
		}
	}

}
