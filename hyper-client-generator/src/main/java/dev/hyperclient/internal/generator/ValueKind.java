package dev.hyperclient.internal.generator;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ParamType;

/**
 * Types of values, by the names that overlays use.
 */
enum ValueKind {

	ANY, TEXT, INTEGER, DECIMAL, DOUBLE, BOOLEAN, DATE, DATE_TIME, URI, FILE, LIST, MAP,

	/** A value of those that the description lists. */
	OPTION;

	/** Precedes the id of a type in the name of a type of entries. */
	static final String ENTRY_PREFIX = "entry:";

	/** Precedes the attribute whose values are meant. */
	static final String VALUES_PREFIX = "values:";

	/** Return the kind that a description states: {@link #ANY} if it states none. */
	static ValueKind of(Param param) {
		if (!param.options().isEmpty()) {
			return OPTION;
		}
		if (param.type() == ParamType.BINARY) {
			return FILE;
		}
		if (param.type() == ParamType.DATE) {
			return DATE;
		}
		if (param.type() == ParamType.DATE_TIME) {
			return DATE_TIME;
		}
		if (param.link()) {
			return URI;
		}
		return switch (Objects.requireNonNullElse(param.typeName(), "")) {
			case "boolean" -> BOOLEAN;
			case "int", "integer", "long", "short", "byte", "nonNegativeInteger", "positiveInteger", "unsignedInt",
					"unsignedShort" ->
				INTEGER;
			case "decimal" -> DECIMAL;
			case "float", "double" -> DOUBLE;
			case "string", "normalizedString", "token" -> TEXT;
			case "anyURI" -> URI;
			default -> ANY;
		};
	}

	/** Return the name in overlays. */
	String overlayName() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	static Optional<ValueKind> named(String name) {
		return Arrays.stream(values()).filter((kind) -> kind.overlayName().equals(name) && kind != OPTION).findFirst();
	}

	static List<String> names() {
		return Arrays.stream(values()).filter((kind) -> kind != OPTION).map(ValueKind::overlayName).toList();
	}

}
