package dev.hyperclient.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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
		assertThat(tests()).containsAll(
				listed().stream().flatMap((line) -> NAMED.matcher(line).results()).map(MatchResult::group).toList());
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

	/** Return the test methods of all modules with the simple names of their classes. */
	private static Set<String> tests() throws IOException {
		Set<String> tests = new HashSet<>();
		for (Path source : sources()) {
			String type = source.getFileName().toString().replace(".java", ".");
			METHOD.matcher(Files.readString(source)).results().forEach((method) -> tests.add(type + method.group(1)));
		}
		return tests;
	}

	private static List<Path> sources() throws IOException {
		List<Path> sources = new ArrayList<>();
		try (Stream<Path> directories = Files.list(PROJECT)) {
			for (Path module : directories.map((one) -> one.resolve("src/test/java")).filter(Files::exists).toList()) {
				try (Stream<Path> files = Files.walk(module)) {
					files.filter((file) -> file.toString().endsWith("Tests.java")).forEach(sources::add);
				}
			}
		}
		return sources;
	}

}
