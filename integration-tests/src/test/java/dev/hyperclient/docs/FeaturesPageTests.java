package dev.hyperclient.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every feature in {@code docs/features.md} names existing tests.
 */
class FeaturesPageTests {

	private static final Path PROJECT = Path.of("..");

	private static final Pattern METHOD = Pattern
		.compile("@(?:Parameterized)?Test(?:\\(.*\\))?\n(?:\t[^}].*\n)*?\tvoid (\\w+)\\(");

	private static final Pattern NAMED = Pattern.compile("`(\\w+Tests)\\.(\\w+)`");

	private static final Pattern ROW = Pattern.compile("\\|[^|]+\\|[^|]+\\| " + NAMED + "(, " + NAMED + ")* \\|");

	@Test
	void everyRowNamesTests() throws IOException {
		assertThat(rows()).hasSizeGreaterThan(100);
		assertThat(rows().stream().filter((row) -> !ROW.matcher(row).matches())).isEmpty();
	}

	@Test
	void namedTestsExist() throws IOException {
		Map<String, Set<String>> tests = tests();
		assertThat(rows().stream()
			.flatMap((row) -> NAMED.matcher(row).results())
			.filter((test) -> !tests.getOrDefault(test.group(1), Set.of()).contains(test.group(2)))
			.map(MatchResult::group)).isEmpty();
	}

	/** Return the rows of the tables whose last column has tests. */
	private static List<String> rows() throws IOException {
		return Files.readAllLines(PROJECT.resolve("docs/reference/python-parity.md"))
			.stream()
			.takeWhile((line) -> !line.startsWith("## Omitted features"))
			.filter((line) -> line.startsWith("|") && !line.startsWith("|-") && !line.endsWith("| Test |"))
			.toList();
	}

	/** Return test methods by the simple name of their class in all modules. */
	private static Map<String, Set<String>> tests() throws IOException {
		Map<String, Set<String>> tests = new HashMap<>();
		for (Path module : modules()) {
			try (Stream<Path> sources = Files.walk(module)) {
				sources.filter((source) -> source.toString().endsWith("Tests.java"))
					.forEach((source) -> tests
						.computeIfAbsent(source.getFileName().toString().replace(".java", ""),
								(name) -> new HashSet<>())
						.addAll(methods(source)));
			}
		}
		return tests;
	}

	private static List<Path> modules() throws IOException {
		try (Stream<Path> directories = Files.list(PROJECT)) {
			return directories.map((directory) -> directory.resolve("src/test/java"))
				.filter(Files::isDirectory)
				.toList();
		}
	}

	private static List<String> methods(Path source) {
		try {
			return METHOD.matcher(Files.readString(source)).results().map((method) -> method.group(1)).toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
