package dev.hyperclient.cookbook.client;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.cookbook.api.Dish;
import dev.hyperclient.cookbook.api.Recipe;
import org.jspecify.annotations.Nullable;

/**
 * A row in the table of recipes.
 *
 * @param id the id
 * @param dish the name of its dish
 * @param instructions the instructions
 */
record RecipeRow(long id, String dish, @Nullable String instructions) {

	/** Every dish is fetched once, also if several recipes link to it. */
	static List<RecipeRow> of(List<Recipe> recipes) {
		Map<URI, String> dishes = new HashMap<>();
		return recipes.stream().map((recipe) -> {
			Dish dish = recipe.dish();
			return new RecipeRow(recipe.id(), dishes.computeIfAbsent(dish.uri(), (uri) -> dish.name()),
					recipe.instructions());
		}).toList();
	}

}
