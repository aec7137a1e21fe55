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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every feature of Python in {@code docs/reference/python-parity.md} has existing tests,
 * which {@code python-parity.txt} lists by the text of the feature.
 */
class FeaturesPageTests {

	private static final Path PROJECT = Path.of("..");

	private static final Pattern METHOD = Pattern
		.compile("@(?:Parameterized)?Test(?:\\(.*\\))?\n(?:\t[^}].*\n)*?\tvoid (\\w+)\\(");

	private static final Pattern FEATURE = Pattern.compile("(?:\\| (.+?) \\|.*|- (.+))");

	private static final Pattern NAMED = Pattern.compile("(\\w+Tests)\\.(\\w+)");

	private static final Pattern LISTED = Pattern.compile("(.+) -> " + NAMED + "(?:, " + NAMED + ")*");

	@Test
	void everyFeatureHasTests() throws IOException {
		assertThat(listed()).allMatch((line) -> LISTED.matcher(line).matches());
		assertThat(listed().stream().map((line) -> line.split(" -> ")[0])).containsExactlyElementsOf(features());
	}

	@Test
	void namedTestsExist() throws IOException {
		Map<String, Set<String>> tests = tests();
		assertThat(listed().stream()
			.flatMap((line) -> NAMED.matcher(line).results())
			.filter((test) -> !tests.getOrDefault(test.group(1), Set.of()).contains(test.group(2)))
			.map(MatchResult::group)).isEmpty();
	}

	private static List<String> listed() throws IOException {
		return Files.readAllLines(
				PROJECT.resolve("integration-tests/src/test/resources/dev/hyperclient/docs/python-parity.txt"));
	}

	/** Return the first cells of the tables, without their heads, and the items. */
	private static List<String> features() throws IOException {
		return Files.readAllLines(PROJECT.resolve("docs/reference/python-parity.md"))
			.stream()
			.takeWhile((line) -> !line.startsWith("## Omitted"))
			.filter((line) -> !line.endsWith("| Hyper Client |"))
			.map(FEATURE::matcher)
			.filter(Matcher::matches)
			.map((feature) -> (feature.group(1) != null) ? feature.group(1) : feature.group(2))
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
