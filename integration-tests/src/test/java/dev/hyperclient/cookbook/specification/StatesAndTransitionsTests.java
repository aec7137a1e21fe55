package dev.hyperclient.cookbook.specification;

import dev.hyperclient.CollectionType;
import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.error.NoSuchEntryException;
import dev.hyperclient.error.NotFound;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The specification, "States and transitions": every row of the table with its requests,
 * and "Collection behaviour". {@code SliceTests} of the core have the rules of slices.
 */
class StatesAndTransitionsTests extends CookbookServiceTestBase {

	@Test
	void scopedCollectionReferenceSendsNoRequest() {
		Entry dish = this.root.collection("recipes").get(1).entry("dish");
		dish.getString("name");
		forgetRequests();
		dish.collection("recipes");
		assertThat(requests()).isEmpty();
	}

	@Test
	void sizeSendsOneGetAndKeepsFirstPage() {
		EntryCollection dishes = this.root.collection("dishes");
		assertThat(dishes.size()).isEqualTo(3);
		assertThat(requests()).containsExactly("GET /1.0/dishes 200");
		assertThat(dishes.size()).isEqualTo(3);
		assertThat(dishes.slice(0, 3)).hasSize(3);
		assertThat(dishes.at(1).getString("name")).isEqualTo("Baked beans");
		assertThat(dishes).hasSize(3);
		assertThat(requests()).isEmpty();
	}

	@Test
	void iteratingSendsOneGetPerPage() {
		assertThat(this.root.collection("dishes")).hasSize(3);
		assertThat(requests()).containsExactly("GET /1.0/dishes 200");
		assertThat(this.root.collection("cookbooks")).hasSize(7);
		assertThat(requests()).hasSize(2);
		assertThat(this.root.collection("recipes").stream().map((recipe) -> recipe.getLong("id"))).containsExactly(1L,
				2L, 3L, 4L, 6L);
	}

	@Test
	void operationLeavesCollectionUnfetched() {
		EntryCollection cookbooks = this.root.collection("cookbooks");
		cookbooks.operation("find_recipes").with("search", "e").invoke();
		assertThat(requests()).containsExactly("GET /1.0/cookbooks?search=%22e%22&ws.op=find_recipes 200");
		cookbooks.size();
		assertThat(requests()).containsExactly("GET /1.0/cookbooks 200");
	}

	@Test
	void lookupOfMissingKeyThrowsWithKey() {
		assertThatExceptionOfType(NoSuchEntryException.class)
			.isThrownBy(() -> this.root.collection("recipes").get(1000))
			.satisfies((error) -> assertThat(error.key()).isEqualTo(1000))
			.withMessageContaining("1000")
			.withCauseInstanceOf(NotFound.class);
		assertThat(requests()).containsExactly("GET /1.0/recipes/1000 404");
	}

	@Test
	void referenceSendsNoRequestAndHasDeclaredType() {
		Entry recipe = this.root.collection("recipes").getReference(4);
		assertThat(recipe.isFetched()).isFalse();
		assertThat(recipe.svcAttributes()).contains("id", "instructions");
		assertThat(recipe).isEqualTo(this.root.collection("recipes").getReference(4)).hasToString(url("1.0/recipes/4"));
		assertThat(requests()).isEmpty();
	}

	@Test
	void firstAttributeFetchesEntry() {
		Entry recipe = this.root.collection("recipes").getReference(4);
		assertThat(recipe.getString("instructions")).startsWith("Preheat oven to");
		assertThat(requests()).containsExactly("GET /1.0/recipes/4 200");
		assertThat(recipe.getLong("id")).isEqualTo(4);
		assertThat(requests()).isEmpty();
	}

	@Test
	void firstAttributeOfMissingEntryThrowsNotFound() {
		Entry recipe = this.root.collection("recipes").getReference(1000);
		assertThatExceptionOfType(NotFound.class).isThrownBy(() -> recipe.getLong("id"));
		assertThat(recipe.isFetched()).isFalse();
		assertThatExceptionOfType(NotFound.class).isThrownBy(() -> recipe.getLong("id"));
		assertThat(requests()).containsExactly("GET /1.0/recipes/1000 404", "GET /1.0/recipes/1000 404");
	}

	@Test
	void linkedEntryIsFetchedOnFirstAttribute() {
		Entry recipe = this.root.collection("recipes").get(1);
		forgetRequests();
		Entry dish = recipe.entry("dish");
		assertThat(dish.svcAttributes()).contains("name");
		assertThat(requests()).isEmpty();
		assertThat(dish.getString("name")).isEqualTo("Roast chicken");
		assertThat(requests()).containsExactly("GET /1.0/dishes/Roast%20chicken 200");
	}

	@Test
	void fetchedEntryHasItsActualType() {
		try (ServiceRoot other = wronglyDeclared()) {
			Entry recipe = other.collection("recipes").getReference(2);
			assertThat(recipe.svcAttributes()).contains("cuisine").doesNotContain("instructions");
			assertThat(requests()).isEmpty();
			assertThat(recipe.getString("instructions")).startsWith("Draw, singe, stuff, and truss");
			assertThat(recipe.svcAttributes()).contains("http_etag", "id", "instructions").doesNotContain("cuisine");
			assertThat(recipe.resourceTypeLink()).hasToString(url("1.0/#recipe"));
			assertThatExceptionOfType(NoSuchAttributeException.class).isThrownBy(() -> recipe.getString("cuisine"))
				.withMessageStartingWith("%s object has no attribute 'cuisine'", url("1.0/recipes/2"))
				.satisfies((error) -> assertThat(error.attribute()).isEqualTo("cuisine"));
			assertThat(other.collection("recipes").at(0).svcAttributes()).contains("instructions")
				.doesNotContain("cuisine");
		}
	}

	private ServiceRoot wronglyDeclared() {
		ServiceRoot other = client()
			.collection("recipes", CollectionType.collectionOf("cookbook").withKeyPath("recipes/{key}"))
			.build();
		forgetRequests();
		return other;
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
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> found.at(1000))
			.withMessageStartingWith("list index out of range");
	}

}
