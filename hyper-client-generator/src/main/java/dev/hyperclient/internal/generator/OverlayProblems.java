package dev.hyperclient.internal.generator;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Collects the problems of an overlay, so that all are reported together.
 */
final class OverlayProblems {

	/** One rule with a pattern may be wrong for hundreds of attributes. */
	private static final int MAX_IN_A_LINE = 5;

	private final Path file;

	/** The problems by line. */
	private final SortedMap<Integer, Set<String>> problems = new TreeMap<>();

	OverlayProblems(Path file) {
		this.file = file;
	}

	void add(int line, String problem) {
		this.problems.computeIfAbsent(line, (key) -> new LinkedHashSet<>()).add(problem);
	}

	/**
	 * Throw an exception if there are problems.
	 * @throws GeneratorException with a line for each problem
	 */
	void throwIfAny() {
		if (!this.problems.isEmpty()) {
			int first = this.problems.firstKey();
			String all = this.problems.entrySet()
				.stream()
				.flatMap((entry) -> shown(entry.getValue()).map((problem) -> at(entry.getKey()) + problem))
				.collect(Collectors.joining("\n"));
			throw new GeneratorException(this.file, first, all.substring(at(first).length()), null);
		}
	}

	private static Stream<String> shown(Set<String> problems) {
		int more = problems.size() - MAX_IN_A_LINE;
		Stream<String> first = problems.stream().limit(MAX_IN_A_LINE);
		return (more > 0) ? Stream.concat(first, Stream.of("%d more problems of this line".formatted(more))) : first;
	}

	private String at(int line) {
		return ((line > 0) ? this.file + ":" + line : this.file) + ": ";
	}

}
