package dev.hyperclient.cookbook.specification;

import dev.hyperclient.EntryCollection;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The specification, "Collection behaviour". {@code SliceTests} of the core have the
 * rules of slices.
 */
class CollectionTests extends CookbookServiceTestBase {

	@Test
	void iterationReturnsAllEntries() {
		assertThat(this.root.collection("recipes").stream().map((recipe) -> recipe.getLong("id"))).containsExactly(1L,
				2L, 3L, 4L, 6L);
		assertThat(this.root.collection("cookbooks")).hasSize(7);
	}

	@Test
	void operationResultsAreSlicedAndIndexed() {
		EntryCollection found = findRecipes();
		assertThat(found.at(1).entry("dish").getString("name")).isEqualTo("Foies de voilaille en aspic");
		assertThat(found.slice(1, 3)).extracting((recipe) -> recipe.getLong("id")).containsExactly(6L, 2L);
		assertThat(found).extracting((recipe) -> recipe.getLong("id")).startsWith(1L, 6L, 2L, 4L, 3L);
	}

	@Test
	void indexBeyondEndIsOutOfBounds() {
		EntryCollection found = findRecipes();
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> found.at(1000))
			.withMessageStartingWith("list index out of range");
		assertThatExceptionOfType(IndexOutOfBoundsException.class)
			.isThrownBy(() -> this.root.collection("dishes").at(3))
			.withMessageStartingWith("list index out of range");
	}

	private EntryCollection findRecipes() {
		return this.root.collection("cookbooks").operation("find_recipes").with("search", "e").invoke().collection();
	}

}
