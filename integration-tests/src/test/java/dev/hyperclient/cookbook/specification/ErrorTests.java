package dev.hyperclient.cookbook.specification;

import java.util.List;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.OperationResult;
import dev.hyperclient.error.AttributeValueException;
import dev.hyperclient.error.Conflict;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.UnexpectedResponseException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The specification, "Errors", and the advice behind the texts that it defines. Errors of
 * collections and lookups are tested in their chapters.
 */
class ErrorTests extends CookbookServiceTestBase {

	@Test
	void errorHasStatusHeadersAndBody() {
		assertThatExceptionOfType(NotFound.class).isThrownBy(() -> this.root.load("no-such-thing"))
			.satisfies((error) -> {
				assertThat(error).isInstanceOf(HTTPError.class);
				assertThat(error.getMessage())
					.startsWith("GET %s: HTTP Error 404: Not Found\nResponse headers:\n---\n"
						.formatted(url("1.0/no-such-thing")))
					.containsPattern("(?s)---\ncontent-length: [0-9]+\n.*content-type: text/plain\n.*\n---\n")
					.endsWith("---\nResponse body:\n---\n" + error.bodyText() + "\n---\n");
				assertThat(error.status()).isEqualTo(404);
				assertThat(error.method()).isEqualTo(HttpMethod.GET);
				assertThat(error.reason()).isEqualTo("Not Found");
				assertThat(error.uri()).hasToString(url("1.0/no-such-thing"));
				assertThat(error.headers().getFirst("Content-Type")).isEqualTo("text/plain");
				assertThat(error.bodyText()).isNotEmpty();
			});
	}

	@Test
	void duplicateNameThrowsConflict() {
		assertThatExceptionOfType(Conflict.class).isThrownBy(() -> create(this.root, "Everyday Greens"))
			.withMessageStartingWith("POST %s: HTTP Error 409: Conflict\n", url("1.0/cookbooks"))
			.satisfies((error) -> assertThat(error.bodyText())
				.isEqualTo("A cookbook called \"Everyday Greens\" already exists."));
	}

	@Test
	void misspelledAttributeHasCandidates() {
		noSuchAttribute(() -> recipe().getString("instrctions"), "recipes/4", "instrctions",
				"; did you mean 'instructions'? recipe has: ");
		noSuchAttribute(() -> recipe().get("zzz"), "recipes/4", "zzz", "; recipe has: ");
		noSuchAttribute(() -> recipe().set("instrctions", "Stir."), "recipes/4", "instrctions",
				"; did you mean 'instructions'? recipe has: ");
	}

	@Test
	void linkThatIsReadAsAttributeHasAdvice() {
		noSuchAttribute(() -> recipe().getString("dish"), "recipes/4", "dish",
				"; 'dish' is a link: use entry(\"dish\")");
		noSuchAttribute(() -> cookbook().getString("recipes"), "cookbooks/The%20Joy%20of%20Cooking", "recipes",
				"; 'recipes' is a collection: use collection(\"recipes\")");
		noSuchAttribute(() -> cookbook().getString("cover"), "cookbooks/The%20Joy%20of%20Cooking", "cover",
				"; 'cover' is a file: use file(\"cover\")");
	}

	@Test
	void linkOfAnotherKindHasAdvice() {
		noSuchAttribute(() -> recipe().collection("dish"), "recipes/4", "dish",
				"; 'dish' is a link: use entry(\"dish\")");
		noSuchAttribute(() -> cookbook().entry("recipes"), "cookbooks/The%20Joy%20of%20Cooking", "recipes",
				"; 'recipes' is a collection: use collection(\"recipes\")");
		noSuchAttribute(() -> recipe().entry("dish_link"), "recipes/4", "dish_link",
				"; 'dish' is a link: use entry(\"dish\")");
		noSuchAttribute(() -> recipe().entry("instructions"), "recipes/4", "instructions",
				"; 'instructions' is an attribute: use get(\"instructions\")");
		noSuchAttribute(() -> recipe().findEntry("dsh"), "recipes/4", "dsh", "; did you mean 'dish'? recipe has: ");
		noSuchAttribute(() -> recipe().file("dsh"), "recipes/4", "dsh", "; did you mean 'dish'? recipe has: ");
	}

	@Test
	void misspelledLinkOfTheRootHasCandidates() {
		noSuchAttribute(() -> this.root.collection("recipe"), "", "recipe",
				"; did you mean 'recipes'? service-root has: ");
		noSuchAttribute(() -> this.root.entry("recipes"), "", "recipes",
				"; 'recipes' is a collection: use collection(\"recipes\")");
		noSuchAttribute(() -> this.root.collection("featured_cookbook"), "", "featured_cookbook",
				"; 'featured_cookbook' is a link: use entry(\"featured_cookbook\")");
	}

	@Test
	void valueOfAnotherTypeNamesItsMethod() {
		assertThatExceptionOfType(AttributeValueException.class).isThrownBy(() -> recipe().getLong("instructions"))
			.withMessageStartingWith("'instructions' of %s is not a number but \"Preheat oven", url("1.0/recipes/4"))
			.withMessageEndingWith("\"; use getString(\"instructions\")");
		assertThatExceptionOfType(AttributeValueException.class).isThrownBy(() -> recipe().getString("id"))
			.withMessage("'id' of %s is not a text but 4; use getLong(\"id\")", url("1.0/recipes/4"));
		assertThatExceptionOfType(AttributeValueException.class).isThrownBy(() -> recipe().getString("private"))
			.withMessage("'private' of %s is not a text but false; use getBoolean(\"private\")", url("1.0/recipes/4"));
	}

	@Test
	void resourceOfAnotherKindIsNamed() {
		assertThatExceptionOfType(UnexpectedResponseException.class)
			.isThrownBy(() -> this.root.load("recipes", Entry.class))
			.withMessage("%s is a collection (recipes), not an Entry", url("1.0/recipes"));
		assertThatExceptionOfType(UnexpectedResponseException.class)
			.isThrownBy(() -> this.root.load("recipes/4", EntryCollection.class))
			.withMessage("%s is an entry (recipe), not an EntryCollection", url("1.0/recipes/4"));
	}

	@Test
	void resultOfAnotherKindNamesItsMethod() {
		OperationResult found = this.root.collection("cookbooks")
			.operation("find_recipes")
			.with("search", "beans")
			.invoke();
		assertThatIllegalStateException().isThrownBy(found::entry)
			.withMessageMatching("The operation returned the collection \\S+, not an entry: call collection\\(\\)");
		OperationResult entry = new OperationResult(recipe(), List.of());
		assertThatIllegalStateException().isThrownBy(entry::collection)
			.withMessage("The operation returned the entry %s, not a collection: call entry()", url("1.0/recipes/4"));
		assertThatIllegalStateException().isThrownBy(new OperationResult(7L, List.of())::entry)
			.withMessage("The operation returned a value, not an entry: call content()");
		assertThatIllegalStateException().isThrownBy(new OperationResult(null, List.of())::entry)
			.withMessage("The operation returned nothing, not an entry");
	}

	private Entry recipe() {
		return this.root.collection("recipes").get(4);
	}

	private Entry cookbook() {
		return this.root.collection("cookbooks").get("The Joy of Cooking");
	}

	private void noSuchAttribute(ThrowingCallable call, String path, String name, String advice) {
		assertThatExceptionOfType(NoSuchAttributeException.class).isThrownBy(call)
			.withMessageStartingWith("%s object has no attribute '%s'%s", url("1.0/" + path), name, advice)
			.satisfies((error) -> assertThat(error.attribute()).isEqualTo(name));
	}

}
