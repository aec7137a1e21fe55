package dev.hyperclient.build;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;

import dev.hyperclient.docs.Documents;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Limits the cycles of references between top-level classes. That of the API is the
 * largest, since resources, operations and their results return each other. So do the
 * descriptions of types, links, operations and values.
 */
class ClassCyclesTests {

	private static final Pattern REFERENCE = Pattern.compile("(?m)^\\s+(dev\\.hyperclient\\.\\S+)\\s+->\\s+(\\S+)");

	private static final Map<String, Set<Set<String>>> CYCLES = new ConcurrentHashMap<>();

	@ParameterizedTest
	@CsvSource({ "hyper-client-http-cache, 3", "hyper-client-http-cache-redis, 3", "hyper-client-core, 4",
			"hyper-client-autoconfigure, 2", "hyper-client-generator, 2", "hyper-client-explorer, 1" })
	void cyclesAreSmall(String module, int limit) {
		assertThat(cycles(module)).filteredOn((cycle) -> !cycle.contains("dev.hyperclient.ServiceRoot"))
			// Creates the error of a status.
			.filteredOn((cycle) -> !cycle.contains("dev.hyperclient.error.HTTPError"))
			.allSatisfy((cycle) -> assertThat(cycle).hasSizeLessThanOrEqualTo(limit));
	}

	@Test
	void cycleOfApiDoesNotGrow() {
		assertThat(cycles("hyper-client-core")).filteredOn((cycle) -> cycle.contains("dev.hyperclient.ServiceRoot"))
			.singleElement(InstanceOfAssertFactories.COLLECTION)
			.hasSizeLessThanOrEqualTo(16);
	}

	/**
	 * Return the sets of classes that refer to each other, directly or not.
	 */
	private static Set<Set<String>> cycles(String module) {
		return CYCLES.computeIfAbsent(module, ClassCyclesTests::findCycles);
	}

	private static Set<Set<String>> findCycles(String module) {
		Map<String, Set<String>> references = references(Documents.PROJECT.resolve(module).resolve("target/classes"));
		Map<String, Set<String>> reachable = references.keySet()
			.stream()
			.collect(Collectors.toMap((type) -> type, (type) -> reachable(type, references)));
		return reachable.entrySet()
			.stream()
			.filter((from) -> from.getValue().contains(from.getKey()))
			.map((from) -> from.getValue()
				.stream()
				.filter((to) -> reachable.get(to).contains(from.getKey()))
				.collect(Collectors.toSet()))
			.collect(Collectors.toSet());
	}

	private static Set<String> reachable(String start, Map<String, Set<String>> references) {
		Set<String> found = new TreeSet<>();
		Deque<String> next = new ArrayDeque<>(references.get(start));
		while (!next.isEmpty()) {
			String type = next.pop();
			if (found.add(type)) {
				next.addAll(references.get(type));
			}
		}
		return found;
	}

	private static Map<String, Set<String>> references(Path classes) {
		Map<String, Set<String>> references = new HashMap<>();
		REFERENCE.matcher(jdeps(classes)).results().forEach((reference) -> {
			String type = topLevel(reference.group(1));
			String other = topLevel(reference.group(2));
			Set<String> others = references.computeIfAbsent(type, (name) -> new TreeSet<>());
			if (!other.equals(type)) {
				others.add(other);
			}
		});
		references.values().forEach((others) -> others.retainAll(references.keySet()));
		return references;
	}

	private static String jdeps(Path classes) {
		StringWriter output = new StringWriter();
		PrintWriter writer = new PrintWriter(output);
		int exitCode = ToolProvider.findFirst("jdeps")
			.orElseThrow()
			.run(writer, writer, "-v", "--multi-release", "base", classes.toString());
		assertThat(exitCode).as(output.toString()).isZero();
		return output.toString();
	}

	private static String topLevel(String type) {
		int nested = type.indexOf('$');
		return (nested < 0) ? type : type.substring(0, nested);
	}

}
