package dev.hyperclient.cookbook.specification;

import java.util.ArrayList;
import java.util.List;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The specification, "Collection behaviour".
 */
class CollectionTests extends CookbookServiceTestBase {

	private static final String NO_END = "Collection slices must have a definite, nonnegative end point.";

	private static final String NO_START = "Collection slices must have a nonnegative start point.";

	@Test
	void iterationReturnsAllEntries() {
		assertThat(this.root.collection("recipes").stream().map((recipe) -> recipe.getLong("id"))).containsExactly(1L,
				2L, 3L, 4L, 6L);
		assertThat(this.root.collection("cookbooks")).hasSize(7);
	}

	@ParameterizedTest
	@CsvSource({ "0,3,", "0,7,", "2,6,", "5,7,", "6,7,", "0,100,", "4,100,", "50,100,", "7,8,", "3,3,", "5,2,", "0,7,2",
			"1,7,3", "0,100,2", "2,6,1", "0,7,100", ",4,", ",4,3", "0,0," })
	void sliceEqualsSubListOfAllEntries(Integer start, int stop, Integer step) {
		List<Entry> all = new ArrayList<>();
		this.root.collection("cookbooks").forEach(all::add);
		List<Entry> expected = new ArrayList<>();
		for (int i = (start != null) ? start : 0; i < Math.min(stop, all.size()); i += (step != null) ? step : 1) {
			expected.add(all.get(i));
		}
		assertThat(this.root.collection("cookbooks").slice(start, stop, step)).isEqualTo(expected);
		EntryCollection counted = this.root.collection("cookbooks");
		counted.size();
		assertThat(counted.slice(start, stop, step)).isEqualTo(expected);
	}

	@Test
	void emptySliceSendsNoRequest() {
		assertThat(this.root.collection("cookbooks").slice(3, 3)).isEmpty();
		assertThat(this.root.collection("cookbooks").slice(9, 3)).isEmpty();
		assertThat(requests()).isEmpty();
	}

	@Test
	void sliceRequestsOnlyMissingEntries() {
		assertThat(this.root.collection("cookbooks").slice(1, 7)).hasSize(6);
		List<String> requests = requests();
		assertThat(requests).hasSize(2).first().isEqualTo("GET /1.0/cookbooks?ws.start=1 200");
		assertThat(requests).last().asString().contains("ws.size=1");
	}

	@Test
	void sliceRequiresDefiniteNonNegativeEnd() {
		EntryCollection recipes = this.root.collection("recipes");
		assertThatIllegalArgumentException().isThrownBy(() -> recipes.slice(5, null)).withMessage(NO_END);
		assertThatIllegalArgumentException().isThrownBy(() -> recipes.slice(10, -1)).withMessage(NO_END);
		assertThatIllegalArgumentException().isThrownBy(() -> recipes.slice(null, null)).withMessage(NO_END);
		assertThat(requests()).isEmpty();
	}

	@Test
	void sliceRequiresNonNegativeStartFirst() {
		EntryCollection recipes = this.root.collection("recipes");
		assertThatIllegalArgumentException().isThrownBy(() -> recipes.slice(-1, null)).withMessage(NO_START);
		assertThatIllegalArgumentException().isThrownBy(() -> recipes.slice(-1, -1)).withMessage(NO_START);
		assertThatIllegalArgumentException().isThrownBy(() -> recipes.slice(-1, 3, 0)).withMessage(NO_START);
		assertThat(requests()).isEmpty();
	}

	@Test
	void sliceRequiresPositiveStepLast() {
		EntryCollection recipes = this.root.collection("recipes");
		assertThatIllegalArgumentException().isThrownBy(() -> recipes.slice(0, 3, 0))
			.withMessageContaining("positive step");
		assertThatIllegalArgumentException().isThrownBy(() -> recipes.slice(0, 3, -1))
			.withMessageContaining("positive step");
		assertThatIllegalArgumentException().isThrownBy(() -> recipes.slice(0, null, -1)).withMessage(NO_END);
	}

	@Test
	void operationResultsAreSlicedAndIndexed() {
		EntryCollection found = this.root.collection("cookbooks")
			.operation("find_recipes")
			.with("search", "e")
			.invoke()
			.collection();
		assertThat(found.at(1).entry("dish").getString("name")).isEqualTo("Foies de voilaille en aspic");
		assertThat(found.slice(1, 3)).extracting((recipe) -> recipe.getLong("id")).containsExactly(6L, 2L);
		assertThat(found).extracting((recipe) -> recipe.getLong("id")).startsWith(1L, 6L, 2L, 4L, 3L);
	}

	@Test
	void indexBeyondEndIsOutOfBounds() {
		EntryCollection found = this.root.collection("cookbooks")
			.operation("find_recipes")
			.with("search", "e")
			.invoke()
			.collection();
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> found.at(1000))
			.withMessageStartingWith("list index out of range");
		assertThatExceptionOfType(IndexOutOfBoundsException.class)
			.isThrownBy(() -> this.root.collection("dishes").at(3))
			.withMessageStartingWith("list index out of range");
		assertThatExceptionOfType(IndexOutOfBoundsException.class)
			.isThrownBy(() -> this.root.collection("dishes").at(-1))
			.withMessageStartingWith("list index out of range");
		assertThatExceptionOfType(IndexOutOfBoundsException.class)
			.isThrownBy(() -> this.root.collection("dishes").at(Integer.MAX_VALUE));
	}

	@Test
	void searchWithoutResultReturnsEmptyCollection() {
		EntryCollection found = this.root.collection("cookbooks")
			.operation("find_recipes")
			.with("search", "Chicken")
			.invoke()
			.collection();
		forgetRequests();
		assertThat(found.size()).isZero();
		assertThat(found).isEmpty();
		assertThat(requests()).isEmpty();
	}

	@Test
	void sliceAfterSizeReusesFirstPage() {
		EntryCollection recipes = this.root.collection("cookbooks");
		recipes.size();
		assertThat(requests()).containsExactly("GET /1.0/cookbooks 200");
		assertThat(recipes.slice(0, 3)).hasSize(3);
		assertThat(recipes.slice(2, 5)).hasSize(3);
		assertThat(requests()).isEmpty();
		assertThat(recipes.slice(4, 7)).hasSize(3);
		assertThat(requests()).hasSize(1);
	}

	@Test
	void refreshDiscardsFirstPage() {
		EntryCollection cookbooks = this.root.collection("cookbooks");
		assertThat(cookbooks.size()).isEqualTo(7);
		try (ServiceRoot other = client().build()) {
			CookbookCreation.create(other, "One more");
		}
		assertThat(cookbooks.size()).isEqualTo(7);
		cookbooks.svcRefresh();
		assertThat(cookbooks.size()).isEqualTo(8);
	}

	@Test
	void heldCollectionIsCurrentInEachIteration() {
		EntryCollection cookbooks = this.root.collection("cookbooks");
		assertThat(cookbooks).hasSize(7);
		try (ServiceRoot other = client().build()) {
			CookbookCreation.create(other, "One more");
		}
		assertThat(cookbooks).hasSize(8);
		assertThat(cookbooks.size()).isEqualTo(8);
	}

	@Test
	void heldCollectionIncludesEntryThatTheSameRootCreated() {
		EntryCollection cookbooks = this.root.collection("cookbooks");
		assertThat(cookbooks.size()).isEqualTo(7);
		CookbookCreation.create(this.root, "One more");
		assertThat(cookbooks.size()).isEqualTo(8);
	}

	@Test
	void collectionIncludesEntryItCreated() {
		EntryCollection cookbooks = this.root.collection("cookbooks");
		assertThat(cookbooks.size()).isEqualTo(7);
		cookbooks.operation("create")
			.with("name", "Another")
			.with("copyright_date", java.time.LocalDate.of(2000, 1, 1))
			.with("last_printing", java.time.LocalDate.of(2000, 1, 1))
			.with("price", 1)
			.invoke();
		assertThat(cookbooks.size()).isEqualTo(8);
	}

	@Test
	void argumentsAreValidatedBeforeRequest() {
		EntryCollection cookbooks = this.root.collection("cookbooks");
		assertThatIllegalArgumentException().isThrownBy(() -> cookbooks.operation("find_recipes").with("zzz", 1))
			.withMessageContaining("Unrecognized parameter(s): 'zzz'")
			.withMessageContaining("'find_recipes' takes: search (required), vegetarian");
		assertThatIllegalArgumentException().isThrownBy(() -> cookbooks.operation("find_recipes").invoke())
			.withMessageContaining("No value for required parameter 'search'");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> cookbooks.operation("find_for_cuisine").with("cuisine", "Nope"))
			.withMessageContaining(
					"Invalid value 'Nope' for parameter 'cuisine': valid values are: \"General\", \"Veg");
		assertThatIllegalArgumentException().isThrownBy(() -> cookbooks.operation("find_recipes").with("ws.op", "b"))
			.withMessageContaining("conflicts with fixed value 'find_recipes'");
		assertThat(requests()).isEmpty();
	}

	@Test
	void argumentsKeepTheirType() {
		EntryCollection cookbooks = this.root.collection("cookbooks");
		assertThat(cookbooks.operation("find_recipes").with("search", "1.234").invoke().collection()).isEmpty();
		assertThat(requests()).containsExactly("GET /1.0/cookbooks?search=%221.234%22&ws.op=find_recipes 200");
		assertThatExceptionOfType(dev.hyperclient.error.BadRequest.class)
			.isThrownBy(() -> cookbooks.operation("find_recipes").with("search", 1.234).invoke());
		assertThat(requests()).containsExactly("GET /1.0/cookbooks?search=1.234&ws.op=find_recipes 400");
		cookbooks.operation("find_for_cuisine").with("cuisine", "Française").invoke();
		assertThat(requests()).containsExactly("GET /1.0/cookbooks?cuisine=Fran%C3%A7aise&ws.op=find_for_cuisine 200");
		cookbooks.operation("find_recipes").with("search", "e").with("vegetarian", true).invoke();
		assertThat(requests())
			.containsExactly("GET /1.0/cookbooks?search=%22e%22&vegetarian=true&ws.op=find_recipes 200");
	}

}
