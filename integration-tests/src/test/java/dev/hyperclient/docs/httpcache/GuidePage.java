package dev.hyperclient.docs.httpcache;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.docs.Documents;

/**
 * A page about the HTTP cache, with the properties of an application and the lines that
 * it logs.
 *
 * @param name the name of the file
 */
record GuidePage(String name) {

	private static final Pattern BLOCK = Pattern.compile("(?ms)^```(yaml|text)\\n(.*?)^```");

	private static final Pattern FIRST_CELL = Pattern.compile("(?m)^\\| `[^|]+ \\|");

	private static final Pattern CODE = Pattern.compile("`([^`]+)`");

	private static final Pattern LINE = Pattern.compile("(\\w+) +dev\\.hyperclient\\.http-cache (?:-|:) (.*)");

	private static final Pattern LEVEL = Pattern.compile("`logging\\.level\\.dev\\.hyperclient\\.http-cache=(\\w+)`");

	private static final Pattern TIME = Pattern.compile(" in \\d+ ms ");

	String text() throws IOException {
		return Files.readString(Documents.PROJECT.resolve("docs/guide").resolve(this.name));
	}

	/** Return the text from a heading to the next one; from the first one for "". */
	String section(String heading) throws IOException {
		return Stream.of(("\n" + text()).split("\n## "))
			.filter((section) -> section.startsWith(heading.isEmpty() ? "\n# " : heading + "\n"))
			.collect(Collectors.joining());
	}

	/** Return the names and texts in the first column of the tables of a section. */
	String[] names(String heading) throws IOException {
		return FIRST_CELL.matcher(section(heading))
			.results()
			.flatMap((cell) -> CODE.matcher(cell.group()).results())
			.map((code) -> code.group(1))
			.toArray(String[]::new);
	}

	/** Return the level that a section sets for the log, by default DEBUG. */
	static String level(String section) {
		Matcher level = LEVEL.matcher(section);
		return level.find() ? level.group(1) : "debug";
	}

	static String blocks(String section, String language) {
		return BLOCK.matcher(section)
			.results()
			.filter((block) -> block.group(1).equals(language))
			.map((block) -> block.group(2))
			.collect(Collectors.joining("---\n"));
	}

	/** Return level and text of the lines of the HTTP cache, without measured times. */
	static List<String> lines(String text) {
		return text.lines()
			.map(LINE::matcher)
			.filter(Matcher::find)
			.map((line) -> line.group(1) + " " + TIME.matcher(line.group(2)).replaceAll(" in 0 ms "))
			.toList();
	}

}
