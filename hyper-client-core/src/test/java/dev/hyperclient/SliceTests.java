package dev.hyperclient;

import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for the entries and the requests of slices and single indexes of a collection of
 * seven entries in pages of three.
 */
class SliceTests {

	@AutoClose
	private final ManyRecipes service = new ManyRecipes(7, 3);

	@AutoClose
	private final ServiceRoot root = this.service.client().build();

	private final EntryCollection recipes = this.root.collection("recipes");

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					0 | 0          |            |               |
					2 | 2          |            |               |
					3 | 1          |            |               |
					  | 2          |            | 0 1           | recipes
					0 | 1          |            | 0             | recipes
					0 | 3          |            | 0 1 2         | recipes
					0 | 4          |            | 0 1 2 3       | recipes recipes?ws.start=3&ws.size=1
					0 | 6          |            | 0 1 2 3 4 5   | recipes recipes?ws.size=3&ws.start=3
					0 | 8          |            | 0 1 2 3 4 5 6 | recipes recipes?ws.size=3&ws.start=3 recipes?ws.start=6&ws.size=2
					0 | 2147483647 |            | 0 1 2 3 4 5 6 | recipes recipes?ws.size=3&ws.start=3 recipes?ws.size=3&ws.start=6
					1 | 2          |            | 1             | recipes?ws.start=1
					2 | 4          |            | 2 3           | recipes?ws.start=2
					2 | 6          |            | 2 3 4 5       | recipes?ws.start=2 recipes?ws.start=5&ws.size=1
					6 | 20         |            | 6             | recipes?ws.start=6
					7 | 9          |            |               | recipes?ws.start=7
					0 | 3          | 1          | 0 1 2         | recipes
					0 | 3          | 2          | 0 2           | recipes
					0 | 3          | 3          | 0             | recipes
					0 | 3          | 2147483647 | 0             | recipes
					1 | 7          | 3          | 1 4           | recipes?ws.start=1 recipes?ws.size=3&ws.start=4
					""")
	void sliceFetchesThePagesItNeeds(@Nullable Integer start, int stop, @Nullable Integer step, @Nullable String ids,
			@Nullable String requests) {
		assertThat(ids(this.recipes.slice(start, stop, step))).isEqualTo(numbers(ids));
		assertThat(this.service.requests()).isEqualTo(words(requests));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			0 | 2 | 0 1     |
			0 | 3 | 0 1 2   |
			1 | 3 | 1 2     |
			2 | 3 | 2       |
			2 | 5 | 2 3 4   | recipes?ws.start=3&ws.size=2
			2 | 6 | 2 3 4 5 | recipes?ws.size=3&ws.start=3
			3 | 5 | 3 4     | recipes?ws.start=3
			5 | 6 | 5       | recipes?ws.start=5
			""")
	void sliceBeginsInTheKeptPage(int start, int stop, String ids, @Nullable String requests) {
		this.recipes.svcRefresh();
		assertThat(ids(this.recipes.slice(start, stop))).isEqualTo(numbers(ids));
		assertThat(this.service.requests().subList(1, this.service.requests().size())).isEqualTo(words(requests));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			-1 | 2  |    | Collection slices must have a nonnegative start point.
			-1 | -1 | 0  | Collection slices must have a nonnegative start point.
			0  |    |    | Collection slices must have a definite, nonnegative end point.
			   |    |    | Collection slices must have a definite, nonnegative end point.
			0  | -1 | 0  | Collection slices must have a definite, nonnegative end point.
			0  | 3  | 0  | Collection slices must have a positive step.
			0  | 3  | -1 | Collection slices must have a positive step.
			""")
	void invalidSliceIsRejectedBeforeTheRequest(@Nullable Integer start, @Nullable Integer stop, @Nullable Integer step,
			String message) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.recipes.slice(start, stop, step))
			.withMessage(message);
		assertThat(this.service.requests()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "0, recipes", "1, recipes?ws.start=1", "6, recipes?ws.start=6" })
	void entryAtAnIndexIsTheFirstOfItsPage(int index, String request) {
		assertThat(this.recipes.at(index).getLong("id")).isEqualTo(index);
		assertThat(this.service.requests()).containsExactly(request);
	}

	@Test
	void entryAtAnIndexIsTakenFromTheKeptPage() {
		for (int index = 0; index < 3; index++) {
			assertThat(this.recipes.at(index).getLong("id")).isEqualTo(index);
		}
		assertThat(this.service.requests()).containsExactly("recipes");
		assertThat(this.recipes.at(3).getLong("id")).isEqualTo(3);
		assertThat(this.service.requests()).containsExactly("recipes", "recipes?ws.start=3");
	}

	@ParameterizedTest
	@ValueSource(ints = { -1, Integer.MIN_VALUE, Integer.MAX_VALUE })
	void impossibleIndexIsRejectedWithoutRequest(int index) {
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> this.recipes.at(index))
			.withMessage("list index out of range: index %d, %s", index, this.service.url("recipes"));
		assertThat(this.service.requests()).isEmpty();
	}

	@Test
	void lastPossibleIndexIsRequested() {
		assertThatExceptionOfType(IndexOutOfBoundsException.class)
			.isThrownBy(() -> this.recipes.at(Integer.MAX_VALUE - 1));
		assertThat(this.service.requests()).containsExactly("recipes?ws.start=2147483646");
	}

	private static List<Long> ids(List<Entry> entries) {
		return entries.stream().map((entry) -> entry.getLong("id")).toList();
	}

	private static List<Long> numbers(@Nullable String text) {
		return words(text).stream().map(Long::valueOf).toList();
	}

	private static List<String> words(@Nullable String text) {
		return (text != null) ? Arrays.asList(text.split(" ")) : List.of();
	}

}
