package dev.hyperclient.internal.error;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class NameSuggestionsTests {

	private static final List<String> NAMES = List.of("instructions", "dish", "cookbook", "id", "private");

	@ParameterizedTest
	@CsvSource({ "instrctions, instructions", "INSTRUCTIONS, instructions", "dsh, dish", "idsh, dish", "dishes, dish",
			"cookbok, cookbook", "isPrivate, private" })
	void similarNameIsFound(String name, String meant) {
		assertThat(NameSuggestions.closest(name, NAMES)).contains(meant);
	}

	@ParameterizedTest
	@CsvSource({ "zzz", "recipe", "''", "x" })
	void otherNameIsNot(String name) {
		assertThat(NameSuggestions.closest(name, NAMES)).isEmpty();
	}

	@Test
	void mostSimilarNameIsFound() {
		assertThat(NameSuggestions.closest("recipe", List.of("recipient", "recipes", "recites"))).contains("recipes");
	}

	@Test
	void hintHasTheSimilarNameAndAllNames() {
		assertThat(NameSuggestions.hint("dsh", NAMES))
			.isEqualTo("; did you mean 'dish'? It has: instructions, dish, cookbook, id, private");
		assertThat(NameSuggestions.hint("zzz", NAMES)).isEqualTo("; it has: instructions, dish, cookbook, id, private");
		assertThat(NameSuggestions.hint("zzz", "recipe", List.of())).isEqualTo("; recipe has: none");
	}

	@Test
	void longListIsShortened() {
		List<String> many = IntStream.range(0, 300_000).mapToObj((i) -> "name" + i).toList();
		assertThat(NameSuggestions.list(many)).startsWith("name0, name1, ").endsWith(", name19, ...");
	}

	@Test
	void onlyTheFirstNamesOfALongListAreCompared() {
		List<String> many = IntStream.range(0, 300_000).mapToObj((i) -> "name" + i).toList();
		assertThat(NameSuggestions.closest("name1999", many)).contains("name1999");
		assertThat(NameSuggestions.closest("name250000", many.subList(2_000, many.size()))).isNotEmpty()
			.get()
			.isNotEqualTo("name250000");
	}

	@Test
	void longNameIsNotCompared() {
		String name = String.join("", Collections.nCopies(10_000, "x"));
		assertThat(NameSuggestions.closest(name, List.of(name))).isEmpty();
	}

	@Test
	void controlCharactersOfNamesAreReplaced() {
		assertThat(NameSuggestions.hint("di-sh", List.of("di\nsh", "a\u001bb")))
			.isEqualTo("; did you mean 'di\ufffdsh'? It has: di\ufffdsh, a\ufffdb");
	}

}
