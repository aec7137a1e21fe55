package dev.hyperclient.internal.text;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CandidatesTests {

	private static final List<String> NAMES = List.of("instructions", "dish", "cookbook", "id", "private");

	@ParameterizedTest
	@CsvSource({ "instrctions, instructions", "INSTRUCTIONS, instructions", "dsh, dish", "idsh, dish", "dishes, dish",
			"cookbok, cookbook", "isPrivate, private" })
	void similarNameIsFound(String name, String meant) {
		assertThat(Candidates.closest(name, NAMES)).contains(meant);
	}

	@ParameterizedTest
	@CsvSource({ "zzz", "recipe", "''", "x" })
	void otherNameIsNot(String name) {
		assertThat(Candidates.closest(name, NAMES)).isEmpty();
	}

	@Test
	void mostSimilarNameIsFound() {
		assertThat(Candidates.closest("recipe", List.of("recipient", "recipes", "recites"))).contains("recipes");
	}

	@Test
	void hintHasTheSimilarNameAndAllNames() {
		assertThat(Candidates.hint("dsh", NAMES))
			.isEqualTo("; did you mean 'dish'? It has: instructions, dish, cookbook, id, private");
		assertThat(Candidates.hint("zzz", NAMES)).isEqualTo("; it has: instructions, dish, cookbook, id, private");
		assertThat(Candidates.hint("zzz", "recipe", List.of())).isEqualTo("; recipe has: none");
	}

	@Test
	void longListIsShortened() {
		List<String> many = IntStream.range(0, 300_000).mapToObj((i) -> "name" + i).toList();
		assertThat(Candidates.list(many)).startsWith("name0, name1, ").endsWith(", name19, ...");
	}

	@Test
	void onlyTheFirstNamesOfALongListAreCompared() {
		List<String> many = IntStream.range(0, 300_000).mapToObj((i) -> "name" + i).toList();
		assertThat(Candidates.closest("name1999", many)).contains("name1999");
		assertThat(Candidates.closest("name250000", many.subList(2_000, many.size()))).isNotEmpty()
			.get()
			.isNotEqualTo("name250000");
	}

	@Test
	void longNameIsNotCompared() {
		String name = String.join("", Collections.nCopies(10_000, "x"));
		assertThat(Candidates.closest(name, List.of(name))).isEmpty();
	}

	@Test
	void controlCharactersOfNamesAreReplaced() {
		assertThat(Candidates.hint("di-sh", List.of("di\nsh", "a\u001bb")))
			.isEqualTo("; did you mean 'di\ufffdsh'? It has: di\ufffdsh, a\ufffdb");
	}

}
