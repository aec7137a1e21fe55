package dev.hyperclient.cookbook.library;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.hyperclient.testservice.FakeService;

/**
 * A service with 200 recipes, which answers after 50 ms unless tests set another latency,
 * and lets clients cache recipes and dishes for a minute. Lists of recipes may be cached
 * for an hour: they are a cache group that each change of a recipe invalidates. It
 * accepts requests on any free port until it is closed.
 */
final class LibraryService implements AutoCloseable {

	static final int RECIPES = 200;

	private static final int DISHES = 100;

	private static final Duration LATENCY = Duration.ofMillis(50);

	private static final Duration LIFETIME = Duration.ofMinutes(1);

	private static final Duration LIST_LIFETIME = Duration.ofHours(1);

	private static final List<String> PREPARATIONS = List.of("Roast", "Baked", "Grilled", "Braised", "Poached", "Cold",
			"Smoked", "Stuffed", "Pickled", "Glazed");

	private static final List<String> INGREDIENTS = List.of("beans", "carrots", "chicken", "leeks", "mushrooms",
			"onions", "peppers", "salmon", "tofu", "trout");

	private final FakeService service;

	LibraryService() {
		this.service = FakeService.builder("recipe library")
			.documentation("Two hundred recipes, to be read slowly or fast.")
			.type("dish", "dishes", (dish) -> {
				dish.text("name").maxAge(LIFETIME);
				IntStream.range(0, DISHES).forEach((number) -> dish.entry(Map.of("name", dish(number))));
			})
			.type("recipe", "recipes", (recipe) -> {
				recipe.integer("id")
					.text("instructions")
					.link("dish", "dish")
					.maxAge(LIFETIME)
					.listMaxAge(LIST_LIFETIME);
				IntStream.range(0, RECIPES)
					.forEach((number) -> recipe.entry(Map.of("id", number + 1, "instructions",
							"Cook until done, " + (10 + number % 50) + " minutes.", "dish", dish(number % DISHES))));
			})
			.start();
		answerAfter(LATENCY);
	}

	/**
	 * Set how long the service waits before it answers a request. For tests.
	 * @param latency the wait, not negative
	 */
	void answerAfter(Duration latency) {
		this.service.faults().delay(latency);
	}

	URI baseUrl() {
		return this.service.baseUrl();
	}

	private static String dish(int number) {
		return PREPARATIONS.get(number / INGREDIENTS.size()) + " " + INGREDIENTS.get(number % INGREDIENTS.size());
	}

	@Override
	public void close() {
		this.service.close();
	}

}
