package dev.hyperclient.cookbook.client;

import java.util.Objects;

import dev.hyperclient.Entry;
import org.jspecify.annotations.Nullable;

/**
 * What one window has of a recipe.
 *
 * @param tag the entity tag of the recipe that the window shows, empty if it has none
 * @param instructions what to do
 * @param dish the address of the dish
 */
record RecipeForm(@Nullable String tag, @Nullable String instructions, @Nullable String dish) {

	/** Browsers send each line end as two characters, however it came. */
	RecipeForm {
		instructions = (instructions != null) ? instructions.replace("\r\n", "\n") : null;
	}

	static RecipeForm of(Entry recipe) {
		return new RecipeForm(tagOf(recipe), recipe.getString("instructions"), recipe.entry("dish").uri().toString());
	}

	/** The same texts, for somebody who has now seen what there is. */
	RecipeForm seen(Entry recipe) {
		return new RecipeForm(tagOf(recipe), this.instructions, this.dish);
	}

	/** Whether the recipe still is what the window showed. */
	boolean isOf(Entry recipe) {
		return tagOf(recipe).equals(this.tag);
	}

	/** What is empty becomes null: the service knows what must not be. */
	void writeTo(Entry recipe) {
		recipe.set("instructions", orNull(this.instructions)).set("dish", orNull(this.dish));
	}

	private static String tagOf(Entry recipe) {
		return recipe.httpEtag().orElse("");
	}

	private static @Nullable String orNull(@Nullable String text) {
		return Objects.requireNonNullElse(text, "").isBlank() ? null : text;
	}

}
