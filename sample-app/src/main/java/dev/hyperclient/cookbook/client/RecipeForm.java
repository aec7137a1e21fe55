package dev.hyperclient.cookbook.client;

import java.util.Objects;

import dev.hyperclient.Entry;
import org.jspecify.annotations.Nullable;

/**
 * The form of a recipe.
 *
 * @param tag the entity tag of the displayed recipe, empty if it has none
 * @param instructions the instructions
 * @param dish the URL of the dish
 */
record RecipeForm(@Nullable String tag, @Nullable String instructions, @Nullable String dish) {

	/** Browsers send every line break as CRLF. */
	RecipeForm {
		instructions = (instructions != null) ? instructions.replace("\r\n", "\n") : null;
	}

	static RecipeForm of(Entry recipe) {
		return new RecipeForm(tagOf(recipe), recipe.getString("instructions"), recipe.entry("dish").uri().toString());
	}

	/** Return the same texts with the tag of the current recipe. */
	RecipeForm withTagOf(Entry recipe) {
		return new RecipeForm(tagOf(recipe), this.instructions, this.dish);
	}

	/** Return whether the recipe is unchanged since it was displayed. */
	boolean isCurrent(Entry recipe) {
		return tagOf(recipe).equals(this.tag);
	}

	/** Set blank texts to null; the service validates required values. */
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
