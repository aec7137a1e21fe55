package dev.hyperclient.cookbook.specification;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.NotFound;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The specification, "Endpoints" and "Top-level objects and lookup rules".
 */
class LookupTests extends CookbookServiceTestBase {

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
	void operationThatMovesEntryUpdatesUrl() {
		Entry cookbook = this.root.collection("cookbooks").get("Everyday Greens");
		forgetRequests();
		OperationResult result = cookbook.operation("make_more_interesting").invoke();
		assertThat(result.notifications())
			.containsExactly(new Notification(20, "The name was changed, and the address with it."));
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
	void loadOfUrlWithoutVersionThrowsNotFound() {
		assertThatExceptionOfType(NotFound.class)
			.isThrownBy(() -> ServiceRoot.builder(null).serviceRoot(this.service.baseUrl()).build())
			.satisfies((error) -> assertThat(error.headers().getFirst("content-type")).isEqualTo("text/plain"));
	}

}
