package dev.hyperclient.cookbook.client;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.Entry;
import org.jspecify.annotations.Nullable;

/**
 * A row in the table of recipes.
 *
 * @param id the id
 * @param dish the name of its dish
 * @param instructions the instructions
 */
record RecipeRow(@Nullable Long id, @Nullable String dish, @Nullable String instructions) {

	/** Every dish is fetched once, also if several recipes link to it. */
	static List<RecipeRow> of(List<Entry> recipes) {
		Map<URI, @Nullable String> dishes = new HashMap<>();
		return recipes.stream().map((recipe) -> {
			Entry dish = recipe.entry("dish");
			return new RecipeRow(recipe.getLong("id"),
					dishes.computeIfAbsent(dish.uri(), (uri) -> dish.getString("name")),
					recipe.getString("instructions"));
		}).toList();
	}

}
