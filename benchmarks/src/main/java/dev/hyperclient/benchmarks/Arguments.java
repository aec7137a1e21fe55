package dev.hyperclient.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

import org.jspecify.annotations.Nullable;

/**
 * Arguments of a benchmark, each a name and a value: {@code rounds=15}. What cannot be
 * used is an {@link IllegalArgumentException} that says what to write instead.
 */
final class Arguments {

	private final Map<String, String> values = new HashMap<>();

	/**
	 * Create arguments.
	 * @param args the arguments of a main method
	 * @param names the names that they may have
	 */
	Arguments(String[] args, String... names) {
		List<String> known = List.of(names);
		for (String arg : args) {
			int equals = arg.indexOf('=');
			if (equals < 0 || !known.contains(arg.substring(0, equals))) {
				throw new IllegalArgumentException(
						"'%s' is not name=value; names are %s".formatted(arg, String.join(", ", known)));
			}
			this.values.put(arg.substring(0, equals), arg.substring(equals + 1));
		}
	}

	@Nullable String text(String name) {
		return this.values.get(name);
	}

	String text(String name, String absent) {
		return this.values.getOrDefault(name, absent);
	}

	/** Return a number from 1. */
	int number(String name, int absent) {
		return number(name, absent, 1);
	}

	int number(String name, int absent, int smallest) {
		String text = this.values.get(name);
		return (text != null) ? parse(name, text, smallest) : absent;
	}

	/** Return numbers, which are separated by commas. */
	int[] numbers(String name, String absent, int smallest) {
		return Arrays.stream(text(name, absent).split(",")).mapToInt((text) -> parse(name, text, smallest)).toArray();
	}

	private static int parse(String name, String text, int smallest) {
		try {
			int number = Integer.parseInt(text);
			if (number >= smallest) {
				return number;
			}
		}
		catch (NumberFormatException ex) {
			// The same message as for a number that is too small.
		}
		throw new IllegalArgumentException("%s=: '%s' is not a whole number from %d".formatted(name, text, smallest));
	}

	/** Return known words, which are separated by commas. */
	List<String> list(String name, String absent, List<String> known) {
		List<String> list = List.of(text(name, absent).split(","));
		for (String each : list) {
			if (!known.contains(each)) {
				throw new IllegalArgumentException(
						"%s=: '%s' is unknown; known are %s".formatted(name, each, String.join(", ", known)));
			}
		}
		return list;
	}

	/** Return whether the value is {@code on}, and not {@code off} or absent. */
	boolean isOn(String name) {
		return list(name, "off", List.of("on", "off")).equals(List.of("on"));
	}

	/**
	 * Return the predicate of a regular expression, or one that is always true without
	 * it.
	 * @param name the name
	 * @param known what it must match one of
	 * @return the predicate, of whole texts
	 */
	Predicate<String> pattern(String name, Collection<String> known) {
		String text = text(name, ".*");
		Predicate<String> pattern;
		try {
			pattern = Pattern.compile(text).asMatchPredicate();
		}
		catch (PatternSyntaxException ex) {
			throw new IllegalArgumentException(
					"%s=: '%s' is not a regular expression: %s".formatted(name, text, ex.getDescription()), ex);
		}
		if (known.stream().noneMatch(pattern)) {
			throw new IllegalArgumentException(
					"%s=: '%s' matches none of: %s".formatted(name, text, String.join("; ", known)));
		}
		return pattern;
	}

	/** Return a file that exists, or {@code null} if there is no such argument. */
	@Nullable Path file(String name) {
		String text = this.values.get(name);
		if (text == null) {
			return null;
		}
		Path file = Path.of(text);
		if (!Files.isRegularFile(file)) {
			throw new IllegalArgumentException("%s=: there is no file '%s'".formatted(name, text));
		}
		return file;
	}

	/** Return a directory that exists. */
	Path directory(String name, String absent) {
		Path directory = Path.of(text(name, absent));
		if (!Files.isDirectory(directory)) {
			throw new IllegalArgumentException("There is no directory '%s'; name one that exists: %s=/path/of/directory"
				.formatted(directory, name));
		}
		return directory;
	}

}
