package dev.hyperclient.generator;

import java.util.ArrayList;
import java.util.List;

/**
 * Lists the names that could not be used in Java as they are expected.
 */
final class NameReport {

	private final List<String> lines = new ArrayList<>();

	private final OverlayProblems problems;

	NameReport(OverlayProblems problems) {
		this.problems = problems;
	}

	/** Return the problems of the overlay, to which names that clash are added. */
	OverlayProblems problems() {
		return this.problems;
	}

	/** Add a name if it is not the expected one. */
	void add(String owner, String expected, String name) {
		if (!name.equals(expected)) {
			this.lines.add(owner + ": " + name);
		}
	}

	/**
	 * Add a name of a member, if it is not the name of the service in the notation of
	 * Java.
	 */
	void add(String owner, String serviceName, String name, String wanted) {
		if (!name.equals(wanted) || !serviceName.replace("_", "").equalsIgnoreCase(name)) {
			this.lines.add(owner + ": " + name);
		}
	}

	List<String> lines() {
		return this.lines.stream().map(NameReport::escaped).toList();
	}

	/** Names of the service may contain any character. */
	private static String escaped(String line) {
		StringBuilder escaped = new StringBuilder(line.length());
		line.codePoints().forEach((character) -> {
			switch (Character.getType(character)) {
				case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.LINE_SEPARATOR,
						Character.PARAGRAPH_SEPARATOR ->
					escaped.append("\\u{%x}".formatted(character));
				default -> escaped.appendCodePoint(character);
			}
		});
		return escaped.toString();
	}

}
