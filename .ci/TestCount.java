import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Fails if fewer tests were run or skipped than .ci/tests.txt says for a module, since nobody notices tests that are not
 * run any more. Reads the reports that are newer than target/start-of-tests, and writes target/tests.txt: a module, its
 * tests, and its classes that were skipped as a whole.
 */
class TestCount {

	private static final Path EXPECTED = Path.of(".ci/tests.txt");

	private static final Path COUNTED = Path.of("target/tests.txt");

	private static final Pattern SUITE = Pattern
		.compile("<testsuite [^>]*\\btests=\"(\\d+)\"[^>]*\\bskipped=\"(\\d+)\"");

	private record Count(int tests, int skippedClasses) {

		static final Count NONE = new Count(0, 0);

		Count plus(Count other) {
			return new Count(this.tests + other.tests, this.skippedClasses + other.skippedClasses);
		}

		/** A parameterized test of a class that is skipped as a whole counts as one, whatever its number of arguments is. */
		boolean isComparableWith(Count expected) {
			return this.skippedClasses <= expected.skippedClasses;
		}

	}

	public static void main(String[] arguments) throws IOException {
		Map<String, Count> counts = count();
		Files.writeString(COUNTED, counts.entrySet()
			.stream()
			.map((module) -> "%s %d %d\n".formatted(module.getKey(), module.getValue().tests(),
					module.getValue().skippedClasses()))
			.collect(Collectors.joining()));
		System.out.println(counts.values().stream().mapToInt(Count::tests).sum() + " tests were run or skipped.");
		boolean isComplete = Files.notExists(EXPECTED) || compare(counts);
		if (Files.notExists(EXPECTED) || Files.mismatch(EXPECTED, COUNTED) != -1) {
			System.out.printf("If these numbers are intended: cp %s %s%n", COUNTED, EXPECTED);
		}
		System.exit(isComplete ? 0 : 1);
	}

	private static Map<String, Count> count() throws IOException {
		FileTime start = Files.getLastModifiedTime(Path.of("target/start-of-tests"));
		Map<String, Count> counts = new TreeMap<>();
		for (Path report : reports()) {
			Matcher suite = SUITE.matcher(Files.readString(report));
			if (Files.getLastModifiedTime(report).compareTo(start) >= 0 && suite.find()) {
				int tests = Integer.parseInt(suite.group(1));
				boolean isSkipped = tests == Integer.parseInt(suite.group(2));
				counts.merge(report.getName(0).toString(), new Count(tests, isSkipped ? 1 : 0), Count::plus);
			}
		}
		return counts;
	}

	private static List<Path> reports() throws IOException {
		try (Stream<Path> files = Files.find(Path.of(""), 4,
				(file, attributes) -> file.toString().matches("[^/]+/target/surefire-reports/TEST-[^/]+\\.xml"))) {
			return files.toList();
		}
	}

	private static boolean compare(Map<String, Count> counts) throws IOException {
		boolean isComplete = true;
		for (String line : Files.readAllLines(EXPECTED)) {
			String[] words = line.split(" ");
			Count expected = new Count(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
			Count count = counts.getOrDefault(words[0], Count.NONE);
			if (count.tests() < expected.tests()) {
				boolean isComparable = count.isComparableWith(expected);
				System.out.printf("%s: %d tests, fewer than the %d of %s%s%n", words[0], count.tests(), expected.tests(),
						EXPECTED, isComparable ? "" : ", but more classes were skipped as a whole");
				isComplete &= !isComparable;
			}
		}
		return isComplete;
	}

}
