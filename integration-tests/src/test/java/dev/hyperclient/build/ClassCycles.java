package dev.hyperclient.build;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.ArchTest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Limits the cycles of references between top-level classes. Those of the core are the
 * largest, since resources, operations and their results return each other.
 * {@link ArchitectureTests} check them.
 */
final class ClassCycles {

	private static final Map<String, Integer> LIMITS = Map.of("http-cache", 3, "http-cache-redis", 3, "core", 6,
			"autoconfigure", 2, "generator", 2, "explorer", 1);

	private ClassCycles() {
	}

	@ArchTest
	static void cyclesAreSmall(JavaClasses classes) {
		LIMITS.forEach((module, limit) -> assertThat(cycles(classes.that(ArchitectureTests.inModule(module))))
			// Creates the error of a status.
			.filteredOn((cycle) -> !cycle.contains("dev.hyperclient.error.HTTPError"))
			.allSatisfy((cycle) -> assertThat(cycle).hasSizeLessThanOrEqualTo(limit)));
	}

	/** Return the sets of classes that refer to each other, directly or not. */
	private static Set<Set<String>> cycles(JavaClasses classes) {
		Map<String, Set<String>> references = classes.stream()
			.collect(Collectors.groupingBy(ClassCycles::topLevel,
					Collectors.flatMapping((type) -> type.getDirectDependenciesFromSelf()
						.stream()
						.map((dependency) -> topLevel(dependency.getTargetClass()))
						.filter((other) -> !other.equals(topLevel(type))), Collectors.toSet())));
		references.values().forEach((others) -> others.retainAll(references.keySet()));
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

	private static String topLevel(JavaClass type) {
		return type.getBaseComponentType().getName().replaceFirst("\\$.*", "");
	}

}
