package dev.hyperclient.cookbook.client;

import java.util.Objects;

import dev.hyperclient.cookbook.api.Recipe;
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

	static RecipeForm of(Recipe recipe) {
		return new RecipeForm(tagOf(recipe), recipe.instructions(), recipe.dish().uri().toString());
	}

	/** Return the same texts with the tag of the current recipe. */
	RecipeForm withTagOf(Recipe recipe) {
		return new RecipeForm(tagOf(recipe), this.instructions, this.dish);
	}

	/** Return whether the recipe is unchanged since it was displayed. */
	boolean isCurrent(Recipe recipe) {
		return tagOf(recipe).equals(this.tag);
	}

	/**
	 * Set blank texts to null; the service validates required values. The dish is set as
	 * the URL that the browser sent, so it is not fetched first.
	 * @return whether anything differs from the recipe
	 */
	boolean writeTo(Recipe recipe) {
		recipe.setInstructions(orNull(this.instructions)).entry().set("dish", orNull(this.dish));
		return !recipe.entry().changes().isEmpty();
	}

	private static String tagOf(Recipe recipe) {
		return recipe.entry().httpEtag().orElse("");
	}

	private static @Nullable String orNull(@Nullable String text) {
		return Objects.requireNonNullElse(text, "").isBlank() ? null : text;
	}

}
