package dev.hyperclient.cookbook.specification;

import java.nio.file.Path;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.NotFound;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The specification, "What the service does", "Resources and their fields", and of
 * "Endpoints" the rules of lookup.
 */
class ServiceTests extends CookbookServiceTestBase {

	@Test
	void buildingRootRequestsDescriptionAndData() {
		client().build().close();
		assertThat(requests()).containsExactly("GET /1.0/ 200", "GET /1.0/ 200");
		assertThat(this.service.requests()).extracting((request) -> request.header("Accept")).endsWith(WADL, JSON);
	}

	@Test
	void rootListsEntriesCollectionsAndAttributes() {
		assertThat(this.root.svcEntries()).containsExactly("featured_cookbook");
		assertThat(this.root.svcCollections()).containsExactlyInAnyOrder("cookbooks", "dishes", "recipes");
		assertThat(this.root.svcAttributes()).containsExactly("resource_type_link");
		assertThat(requests()).isEmpty();
	}

	@Test
	void everyTopLevelEntryAndCollectionIsFoundByName() {
		assertThat(this.root.entry("featured_cookbook").uri()).hasToString(url("1.0/cookbooks/featured"));
		for (String name : this.root.svcCollections()) {
			assertThat(this.root.collection(name).uri()).hasToString(url("1.0/" + name));
		}
		assertThat(requests()).isEmpty();
	}

	@Test
	void cookbookHasFields() {
		Entry cookbook = this.root.collection("cookbooks").get("The Joy of Cooking");
		assertThat(cookbook.svcAttributes()).contains("name", "cuisine", "copyright_date", "price", "last_printing",
				"confirmed");
		assertThat(cookbook.getString("name")).isEqualTo("The Joy of Cooking");
		assertThat(cookbook.getString("cuisine")).isEqualTo("General");
		assertThat(cookbook.getDecimal("price")).isEqualByComparingTo("20");
		assertThat(cookbook.getDate("copyright_date")).isEqualTo("1995-01-01");
		assertThat(cookbook.getDateTime("copyright_date")).isEqualTo("1995-01-01T00:00:00Z");
		assertThat(cookbook.getDate("last_printing")).isNull();
		assertThat(cookbook.isRedacted("confirmed")).isTrue();
	}

	@Test
	void recipeHasFields() {
		Entry recipe = this.root.collection("recipes").get(4);
		assertThat(recipe.getLong("id")).isEqualTo(4);
		assertThat(recipe.getString("instructions")).startsWith("Preheat oven to");
		assertThat(recipe.getBoolean("private")).isFalse();
		assertThat(recipe.entry("dish").getString("name")).isEqualTo("Baked beans");
		assertThat(recipe.httpEtag()).hasValueSatisfying((tag) -> assertThat(tag).startsWith("\"").endsWith("\""));
		assertThat(recipe.selfLink()).hasToString(url("1.0/recipes/4"));
		assertThat(recipe.resourceTypeLink()).hasToString(url("1.0/#recipe"));
	}

	@Test
	void dishHasNameAndRecipes() {
		Entry dish = this.root.collection("recipes").get(1).entry("dish");
		assertThat(dish.getString("name")).isEqualTo("Roast chicken");
		EntryCollection recipes = dish.collection("recipes");
		assertThat(recipes.uri()).hasToString(url("1.0/dishes/Roast%20chicken/recipes"));
		assertThat(recipes.stream().map((recipe) -> recipe.getLong("id"))).containsExactly(1L, 2L, 3L);
	}

	@Test
	void createdCookbookIsFetched(@TempDir Path directory) {
		try (ServiceRoot cached = client().cache(directory).build()) {
			forgetRequests();
			Entry created = create(cached, "A new book");
			assertThat(requests()).containsExactly("POST /1.0/cookbooks 201", "GET /1.0/cookbooks/A%20new%20book 200");
			assertThat(created.getString("name")).isEqualTo("A new book");
			assertThat(created.getDecimal("price")).isEqualByComparingTo("1.23");
			assertThat(created.getDate("copyright_date")).isEqualTo("1994-01-01");
			assertThat(created.getDateTime("last_printing")).isEqualTo("2009-01-01T00:00:00Z");
			assertThat(requests()).isEmpty();
			assertThat(directory).isDirectoryContaining("glob:**A%20new%20book*");
		}
	}

	@Test
	void nameOf281CharactersIsAccepted() {
		String name = "long ".repeat(56) + "!";
		assertThat(name).hasSize(281);
		create(this.root, name);
		assertThat(this.root.collection("cookbooks").get(name).getString("name")).isEqualTo(name);
	}

	@Test
	void cookbooksAreFoundByNameWithReservedCharacters() {
		EntryCollection cookbooks = this.root.collection("cookbooks");
		for (String name : new String[] { "James Beard's American Cookery", "a/b", "100% & more?", "Crème brûlée #1",
				"null", "4.56", "\"foo\"", "a+b" }) {
			if (!name.startsWith("James")) {
				create(this.root, name);
			}
			assertThat(cookbooks.get(name).getString("name")).isEqualTo(name);
		}
	}

	@Test
	void operationOnReferenceSendsNoGet() {
		Entry cookbook = this.root.collection("cookbooks").getReference("The Joy of Cooking");
		EntryCollection recipes = cookbook.operation("find_recipes").with("search", "beans").invoke().collection();
		assertThat(requests())
			.containsExactly("GET /1.0/cookbooks/The%20Joy%20of%20Cooking?search=%22beans%22&ws.op=find_recipes 200");
		assertThat(recipes.stream().map((recipe) -> recipe.getLong("id"))).containsExactly(4L);
	}

	@Test
	void loadAcceptsAbsoluteAndRelativeUrl() {
		assertThat(this.root.load(url("1.0/recipes/4"), Entry.class).getLong("id")).isEqualTo(4);
		assertThat(this.root.load("recipes/4", Entry.class).getLong("id")).isEqualTo(4);
		assertThat(this.root.load("/recipes/4", Entry.class).getLong("id")).isEqualTo(4);
		assertThat(this.root.load("cookbooks", EntryCollection.class).size()).isEqualTo(7);
		assertThat(requests()).hasSize(4);
		assertThat(this.root.load("", Entry.class).getString("resource_type_link")).isEqualTo(url("1.0/#service-root"));
	}

	@Test
	void loadOfUrlWithoutVersionThrowsNotFound() {
		assertThatExceptionOfType(NotFound.class)
			.isThrownBy(() -> ServiceRoot.builder(null).serviceRoot(this.service.baseUrl()).build())
			.satisfies((error) -> assertThat(error.headers().getFirst("content-type")).isEqualTo("text/plain"));
	}

}
