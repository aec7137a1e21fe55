package dev.hyperclient;

import java.util.List;
import java.util.Map;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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

	@ParameterizedTest
	@ValueSource(strings = { "\"tag\"", "\"\"", "W/\"tag\"", "\"!\"", "\"#~\"", "\"\u00a0\u00ff\"", "\"tag\"-gzip",
			"\"tag\"-x-Z9" })
	void entityTagCanBeSentBack(String tag) {
		assertThat(EntryChanges.isUsable(tag)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "*", "tag", "\n", "\"a", "a\"", "\"a\"b\"", "\"a b\"", "\"a\u0000\"", "\"a\u007f\"",
			"\"\ud800\"", "\"\u65e5\"", "\"a\", \"b\"", "W/", "w/\"a\"", "\"a\"gzip", "\"a\r\nX-Evil: yes\"" })
	void otherTextIsNoEntityTag(String text) {
		assertThat(EntryChanges.isUsable(text)).isFalse();
	}

	@Test
	void nullIsNamed() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		ServiceRoot root = this.service.root();
		EntryCollection recipes = root.collection("recipes");
		Entry recipe = recipes.get(4);
		Map.<String, List<ThrowingCallable>>of("name",
				List.of(() -> root.collection(null), () -> root.entry(null), () -> recipe.get(null),
						() -> recipe.getString(null), () -> recipe.getLong(null), () -> recipe.entry(null),
						() -> recipe.file(null), () -> recipe.set(null, "Boil"),
						() -> recipes.operation("find").with(null, "x")),
				"url", List.of(() -> root.load(null), () -> root.load(null, Entry.class)), "change",
				List.of(() -> recipe.update(null)), "links", List.of(() -> recipes.iteration().prefetch((String) null)))
			.forEach((name, calls) -> calls.forEach((call) -> assertThatIllegalArgumentException().isThrownBy(call)
				.withMessageMatching("'%s' must not (be|contain) null".formatted(name))));
	}

	/** Return a new object for an entry. */
	private Entry recipe(int id, String instructions, String etag) {
		this.service.serveJson("recipes/" + id,
				this.service.recipe(id, instructions).replace("\\\"tag-" + id + "\\\"", etag.replace("\"", "\\\"")));
		return this.service.root().collection("recipes").get(id);
	}

}
