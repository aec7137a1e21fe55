package dev.hyperclient;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for entries as objects: comparison of their states and identities.
 */
class EntryTests {

	@RegisterExtension
	private final StubService service = new StubService();

	@Test
	void statesOfTheSameUrlTagAndChangesAreTheSame() {
		Entry recipe = recipe(4, "Stir", "\"tag\"");
		Entry same = recipe(4, "Stir", "\"tag\"");
		assertThat(recipe.sameState(same)).isTrue();
		recipe.set("instructions", "Boil");
		assertThat(recipe.sameState(same)).isFalse();
		assertThat(same.sameState(recipe)).isFalse();
		same.set("instructions", "Boil");
		assertThat(recipe.sameState(same)).isTrue();
		assertThat(recipe(5, "Stir", "\"tag\"").sameState(recipe(4, "Stir", "\"tag\""))).isFalse();
		assertThat(recipe(4, "Stir", "\"other\"").sameState(recipe(4, "Stir", "\"tag\""))).isFalse();
	}

	@Test
	void statesWithoutTagAreComparedByTheirContent() {
		assertThat(recipe(4, "Stir", "").sameState(recipe(4, "Stir", ""))).isTrue();
		assertThat(recipe(4, "Stir", "").sameState(recipe(4, "Boil", ""))).isFalse();
		assertThat(recipe(4, "Stir", "").sameState(recipe(4, "Stir", "\"tag\""))).isFalse();
		assertThat(recipe(4, "Stir", "\"tag\"").sameState(recipe(4, "Stir", ""))).isFalse();
	}

	@Test
	void entriesOfTheSameUrlAreEqual() {
		Entry recipe = recipe(4, "Stir", "\"tag\"");
		assertThat(recipe).isEqualTo(recipe(4, "Boil", "\"other\""))
			.hasSameHashCodeAs(recipe.uri())
			.hasToString(recipe.uri().toString())
			.isNotEqualTo(recipe(5, "Stir", "\"tag\""))
			.isNotEqualTo(recipe.uri());
		assertThat(List.of(recipe)).doesNotContainNull();
	}

	/** Return a new object for an entry. */
	private Entry recipe(int id, String instructions, String etag) {
		this.service.serveJson("recipes/" + id,
				this.service.recipe(id, instructions).replace("\\\"tag-" + id + "\\\"", etag.replace("\"", "\\\"")));
		return this.service.root().collection("recipes").get(id);
	}

}
