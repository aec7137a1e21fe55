package dev.hyperclient.cookbook.service;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import dev.hyperclient.testservice.Caller;
import dev.hyperclient.testservice.EntryList;

/**
 * The recipes in the order of their ids. Immutable. Generated recipes are created on each
 * access and need four bytes of memory each; written recipes are stored.
 */
final class Recipes {

	private final int[] ids;

	private final int firstGenerated;

	private final Map<Integer, Recipe> written;

	private final ConcurrentMap<String, int[]> idsByFilter = new ConcurrentHashMap<>();

	private Recipes(int[] ids, int firstGenerated, Map<Integer, Recipe> written) {
		this.ids = ids;
		this.firstGenerated = firstGenerated;
		this.written = written;
	}

	static Recipes of(List<Recipe> seed, int generated) {
		Map<Integer, Recipe> written = new HashMap<>();
		seed.forEach((recipe) -> written.put(recipe.id(), recipe));
		int[] ids = IntStream.rangeClosed(1, seed.size() + generated).toArray();
		return new Recipes(ids, seed.size() + 1, written);
	}

	Optional<Recipe> find(int id) {
		return (Arrays.binarySearch(this.ids, id) >= 0) ? Optional.of(get(id)) : Optional.empty();
	}

	EntryList<Recipe> all() {
		return entries(this.ids);
	}

	EntryList<Recipe> ofCookbook(int cookbook) {
		return entries(idsOfCookbook(cookbook));
	}

	EntryList<Recipe> ofDish(int dish) {
		return entries(cachedIds("dish " + dish, () -> select((id) -> dishOf(id) == dish)));
	}

	Optional<Recipe> find(int cookbook, int dish, Caller caller) {
		return Arrays.stream(idsOfCookbook(cookbook))
			.filter((id) -> dishOf(id) == dish)
			.mapToObj(this::get)
			.filter((recipe) -> recipe.isVisibleTo(caller))
			.findFirst();
	}

	/**
	 * Return the recipes of several cookbooks, grouped by cookbook.
	 * @param cookbooks the numbers of the cookbooks
	 * @param dish selects dishes by number
	 * @return the recipes
	 */
	EntryList<Recipe> ofCookbooks(int[] cookbooks, IntPredicate dish) {
		return entries(Arrays.stream(cookbooks)
			.flatMap((cookbook) -> Arrays.stream(idsOfCookbook(cookbook)))
			.filter((id) -> dish.test(dishOf(id)))
			.toArray());
	}

	Recipes replace(Recipe recipe) {
		Map<Integer, Recipe> changed = new HashMap<>(this.written);
		changed.put(recipe.id(), recipe);
		return new Recipes(this.ids, this.firstGenerated, changed);
	}

	Recipes without(int id) {
		Map<Integer, Recipe> changed = new HashMap<>(this.written);
		changed.remove(id);
		return new Recipes(select((other) -> other != id), this.firstGenerated, changed);
	}

	private EntryList<Recipe> entries(int[] selected) {
		return new EntryList<>(selected.length, (index) -> get(selected[index]));
	}

	private int[] idsOfCookbook(int cookbook) {
		return cachedIds("cookbook " + cookbook, () -> select((id) -> cookbookOf(id) == cookbook));
	}

	private int[] cachedIds(String name, Supplier<int[]> ids) {
		int[] cached = this.idsByFilter.get(name);
		if (cached == null) {
			cached = ids.get();
			this.idsByFilter.put(name, cached);
		}
		return cached;
	}

	private int[] select(IntPredicate filter) {
		return Arrays.stream(this.ids).filter(filter).toArray();
	}

	private Recipe get(int id) {
		Recipe recipe = this.written.get(id);
		return (recipe != null) ? recipe : new Recipe(id, SeedData.cookbookOf(index(id)), SeedData.dishOf(index(id)),
				SeedData.instructionsOf(index(id)), false);
	}

	private int cookbookOf(int id) {
		Recipe recipe = this.written.get(id);
		return (recipe != null) ? recipe.cookbook() : SeedData.cookbookOf(index(id));
	}

	private int dishOf(int id) {
		Recipe recipe = this.written.get(id);
		return (recipe != null) ? recipe.dish() : SeedData.dishOf(index(id));
	}

	private int index(int id) {
		return id - this.firstGenerated;
	}

}
