package dev.hyperclient.cookbook.client;

import java.util.List;
import java.util.stream.Stream;

import dev.hyperclient.cookbook.api.Dish;
import dev.hyperclient.typed.TypedCollection;

/**
 * A dish in the form of a recipe.
 *
 * @param url the URL of the dish
 * @param name the name
 */
record DishOption(String url, String name) {

	private static final int MAX_OPTIONS = 100;

	/**
	 * Return the options of a recipe. Its present dish is always included.
	 */
	static List<DishOption> of(TypedCollection<Dish> dishes, Dish present) {
		return Stream.concat(dishes.stream().limit(MAX_OPTIONS), Stream.of(present))
			.map(DishOption::of)
			.distinct()
			.toList();
	}

	private static DishOption of(Dish dish) {
		return new DishOption(dish.uri().toString(), dish.name());
	}

}
