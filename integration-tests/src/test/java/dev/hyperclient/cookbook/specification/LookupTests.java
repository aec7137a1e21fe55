package dev.hyperclient.cookbook.specification;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.NotFound;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The specification, "Endpoints", "Top-level objects and lookup rules" and "Versioning".
 */
class LookupTests extends CookbookServiceTestBase {

	@Test
	void featuredCookbookHasName() {
		assertThat(this.root.entry("featured_cookbook").getString("name"))
			.isEqualTo("Mastering the Art of French Cooking");
	}

	@Test
	void keyLookupRequiresDeclaration() {
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> this.root.collection("dishes").get("Roast chicken"))
			.withMessageContaining(url("1.0/dishes"))
			.withMessageContaining("CollectionType.keyedBy");
		assertThat(requests()).isEmpty();
	}

	@Test
	void cookbooksAreFoundByNameWithReservedCharacters() {
		EntryCollection cookbooks = this.root.collection("cookbooks");
		for (String name : new String[] { "James Beard's American Cookery", "a/b", "100% & more?", "Crème brûlée #1",
				"null", "4.56", "\"foo\"", "a+b" }) {
			if (!name.startsWith("James")) {
				CookbookCreation.create(this.root, name);
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
	void referenceIsArgumentWithoutGet() {
		Entry cookbook = this.root.collection("cookbooks").getReference("The Joy of Cooking");
		Entry dish = this.root.collection("recipes").get(4).entry("dish");
		forgetRequests();
		Entry recipe = cookbook.operation("find_recipe_for").with("dish", dish).invoke().entry();
		assertThat(requests()).hasSize(1);
		assertThat(recipe.getLong("id")).isEqualTo(4);
		Entry other = this.root.entry("featured_cookbook");
		other.getString("name");
		assertThat(this.root.load(other.selfLink().toString(), Entry.class)
			.operation("find_recipe_for")
			.with("dish", dish)
			.invoke()
			.findEntry()).isEmpty();
	}

	@Test
	void operationThatMovesEntryUpdatesUrl() {
		Entry cookbook = this.root.collection("cookbooks").get("Everyday Greens");
		forgetRequests();
		cookbook.operation("make_more_interesting").invoke();
		assertThat(requests()).containsExactly("POST /1.0/cookbooks/Everyday%20Greens 301",
				"GET /1.0/cookbooks/The%20New%20Everyday%20Greens 200");
		assertThat(cookbook.getString("name")).isEqualTo("The New Everyday Greens");
		assertThat(cookbook.uri()).hasToString(url("1.0/cookbooks/The%20New%20Everyday%20Greens"));
		assertThat(requests()).isEmpty();
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
	void loadOfUnknownUrlThrowsNotFound() {
		assertThatExceptionOfType(NotFound.class).isThrownBy(() -> this.root.load("no-such-thing"));
		assertThatExceptionOfType(NotFound.class).isThrownBy(() -> this.root.load("/1.0/cookbooks"));
	}

	@Test
	void loadOfUrlWithoutVersionThrowsNotFound() {
		assertThatExceptionOfType(NotFound.class)
			.isThrownBy(() -> ServiceRoot.builder(null).serviceRoot(this.service.baseUrl()).build())
			.satisfies((error) -> assertThat(error.headers().getFirst("content-type")).isEqualTo("text/plain"));
	}

	@Test
	void versionIsFirstPathSegment() {
		assertThat(this.root.uri()).hasToString(url("1.0/"));
		assertThat(this.root.collection("recipes").get(1).selfLink()).hasToString(url("1.0/recipes/1"));
		try (ServiceRoot devel = client().version("devel").build()) {
			assertThat(devel.collection("recipes").get(1).selfLink()).hasToString(url("devel/recipes/1"));
		}
	}

	@Test
	void serviceRootMayContainVersion() {
		for (String url : new String[] { url("devel/"), url("devel") }) {
			try (ServiceRoot devel = client().serviceRoot(url).version(null).build()) {
				assertThat(devel.collection("recipes").get(1).selfLink()).hasToString(url("devel/recipes/1"));
			}
		}
	}

	@Test
	void unknownVersionThrowsNotFound() {
		assertThatExceptionOfType(NotFound.class).isThrownBy(() -> client().version("2.0").build());
	}

}
