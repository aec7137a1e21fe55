package dev.hyperclient.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.springframework.web.util.HtmlUtils;

/**
 * Prints at the end of the build which tests were skipped, and why.
 */
final class SkipReport {

	private static final Pattern SKIPPED = Pattern.compile(
			"classname=\"([^\"]*)\"[^>]*>\\s*<skipped(?: message=\"([^\"]*)\")?[^>]*>(?:<!\\[CDATA\\[\\S+\\s+(.*))?");

	private SkipReport() {
	}

	/**
	 * Print a line for each class and reason.
	 * @param arguments the directory of the project and the start of the build, whose
	 * older reports are left out
	 */
	public static void main(String[] arguments) throws IOException {
		Instant start = Instant.parse(arguments[1]);
		Map<String, Integer> skipped = new TreeMap<>();
		for (Path report : reports(Path.of(arguments[0]))) {
			if (!Files.getLastModifiedTime(report).toInstant().isBefore(start)) {
				SKIPPED.matcher(Files.readString(report))
					.results()
					.forEach((test) -> skipped.merge(test.group(1) + ": " + reason(test), 1, Integer::sum));
			}
		}
		System.out.println(skipped.isEmpty() ? "No tests were skipped." : "Skipped tests:");
		skipped.forEach((test, count) -> System.out.println("  " + count + " of " + test));
	}

	private static List<Path> reports(Path project) throws IOException {
		try (Stream<Path> files = Files.find(project, 4,
				(file, attributes) -> file.getParent().endsWith("target/surefire-reports")
						&& file.getFileName().toString().matches("TEST-.*\\.xml"))) {
			return files.toList();
		}
	}

	/** The message, or the first line of the stack trace. */
	private static String reason(MatchResult test) {
		String message = (test.group(2) != null) ? HtmlUtils.htmlUnescape(test.group(2)) : test.group(3);
		return (message != null) ? message.strip().lines().findFirst().orElse("") : "no reason";
	}

}
