package dev.hyperclient.generator;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hyperclient.generator.ClientModel.ValueModel;
import dev.hyperclient.wadl.Param;
import dev.hyperclient.wadl.ParamType;
import org.jspecify.annotations.Nullable;

/**
 * The types that an overlay may give to what has a type in the description: with another
 * one, each call of the method would fail. Where the description has no type, all are
 * allowed.
 */
final class TypeRules {

	private static final Set<ValueKind> TEXTS = Set.of(ValueKind.ANY, ValueKind.TEXT);

	private TypeRules() {
	}

	/** Return what is wrong with the type of an attribute or link, or {@code null}. */
	static @Nullable String ofAttribute(Param param, ValueModel type) {
		if (param.isResourceLink()) {
			return problem("a link", type, List.of(ValueKind.ANY, ValueKind.TEXT, ValueKind.URI));
		}
		// A file as an attribute is a text.
		return (param.type() == ParamType.BINARY) ? null : ofValue(param, type);
	}

	/**
	 * Return what is wrong with the type of a parameter, or {@code null}.
	 * @param file whether it is a link to a file
	 */
	static @Nullable String ofParameter(Param param, ValueModel type, boolean file) {
		if (param.type() == ParamType.BINARY) {
			return problem("a file", type, List.of(ValueKind.FILE));
		}
		if (param.linkType().isPresent()) {
			return problem("a link", type, file ? List.of(ValueKind.ANY, ValueKind.TEXT, ValueKind.URI, ValueKind.FILE)
					: List.of(ValueKind.ANY, ValueKind.TEXT, ValueKind.URI));
		}
		if (type.kind() == ValueKind.FILE && ValueKind.of(param) != ValueKind.ANY && param.options().isEmpty()) {
			return "it is described as %s, not as a file; remove it".formatted(ValueKind.of(param).overlayName());
		}
		return ofValue(param, type);
	}

	private static @Nullable String ofValue(Param param, ValueModel type) {
		if (param.type() == ParamType.DATE || param.type() == ParamType.DATE_TIME) {
			return problem((param.type() == ParamType.DATE) ? "a date" : "a date-time", type,
					List.of(ValueKind.ANY, ValueKind.TEXT, ValueKind.DATE, ValueKind.DATE_TIME));
		}
		if (!param.options().isEmpty() && !isOption(param.options(), type)) {
			return "it is described as one of the values %s, which are texts; use any, text or list<text>"
				.formatted(param.options().stream().limit(3).map("'%s'"::formatted).collect(Collectors.joining(", ")));
		}
		return null;
	}

	private static boolean isOption(List<String> options, ValueModel type) {
		return switch (type.kind()) {
			case INTEGER, DECIMAL, DOUBLE -> options.stream().allMatch((option) -> option.matches("-?[0-9]+"));
			case BOOLEAN -> Set.of("true", "false").containsAll(options);
			case LIST -> TEXTS.contains(type.member());
			default -> TEXTS.contains(type.kind());
		};
	}

	private static @Nullable String problem(String described, ValueModel type, List<ValueKind> allowed) {
		return allowed.contains(type.kind()) ? null : "it is described as %s; use %s".formatted(described,
				allowed.stream().map(ValueKind::overlayName).collect(Collectors.joining(", ")));
	}

}
