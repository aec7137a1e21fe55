package dev.hyperclient.explorer;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.hyperclient.FileArgument;
import org.jspecify.annotations.Nullable;

/**
 * Values as Java writes them.
 */
final class JavaLiterals {

	private JavaLiterals() {
	}

	static String literal(@Nullable Object value) {
		if (value instanceof String text) {
			return literal(text);
		}
		if (value instanceof FileArgument file) {
			return "FileArgument.of(Path.of(%s))"
				.formatted(literal((file.fileName() != null) ? file.fileName() : "file.bin"));
		}
		if (value instanceof Long number) {
			return (number.intValue() == number) ? number.toString() : number + "L";
		}
		if (value instanceof BigInteger number) {
			return "new BigInteger(\"%s\")".formatted(number);
		}
		if (value instanceof Number number) {
			return decimal(number);
		}
		if (value instanceof List<?> list) {
			return list.contains(null)
					? list.stream().map(JavaLiterals::literal).collect(Collectors.joining(", ", "Arrays.asList(", ")"))
					: list.stream().map(JavaLiterals::literal).collect(Collectors.joining(", ", "List.of(", ")"));
		}
		if (value instanceof Map<?, ?> map) {
			return map.entrySet()
				.stream()
				.map((member) -> "Map.entry(%s, %s)".formatted(literal(member.getKey()), literal(member.getValue())))
				.collect(Collectors.joining(", ", "Map.ofEntries(", ")"));
		}
		return String.valueOf(value);
	}

	static String decimal(Number number) {
		return "new BigDecimal(\"%s\")".formatted((number instanceof BigDecimal exact) ? exact : number.toString());
	}

	/** Return a text as a literal of ASCII characters. */
	static String literal(String text) {
		StringBuilder literal = new StringBuilder("\"");
		for (int i = 0; i < text.length(); i++) {
			char character = text.charAt(i);
			switch (character) {
				case '"' -> literal.append("\\\"");
				case '\\' -> literal.append("\\\\");
				case '\n' -> literal.append("\\n");
				case '\r' -> literal.append("\\r");
				case '\t' -> literal.append("\\t");
				default -> {
					if (character < ' ' || character > '~') {
						literal.append("\\u%04x".formatted((int) character));
					}
					else {
						literal.append(character);
					}
				}
			}
		}
		return literal.append('"').toString();
	}

}
