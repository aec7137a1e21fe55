package dev.hyperclient.cookbook.client;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.Entry;
import org.jspecify.annotations.Nullable;

/**
 * A line of the table of recipes.
 *
 * @param id the recipe's number
 * @param dish the name of its dish
 * @param instructions what to do
 */
record RecipeRow(@Nullable Long id, @Nullable String dish, @Nullable String instructions) {

	/** Each dish is fetched once, however many of the recipes lead to it. */
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
