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

import dev.hyperclient.cookbook.service.security.Caller;

/**
 * The recipes in the order of their ids. Immutable. Generated recipes are made when they
 * are looked at, so that a hundred thousand of them cost four bytes each; only the ones
 * that somebody wrote are kept.
 */
final class RecipeShelf {

	private final int[] ids;

	private final int firstGenerated;

	private final Map<Integer, Recipe> written;

	private final ConcurrentMap<String, int[]> listings = new ConcurrentHashMap<>();

	private RecipeShelf(int[] ids, int firstGenerated, Map<Integer, Recipe> written) {
		this.ids = ids;
		this.firstGenerated = firstGenerated;
		this.written = written;
	}

	static RecipeShelf of(List<Recipe> seed, int generated) {
		Map<Integer, Recipe> written = new HashMap<>();
		seed.forEach((recipe) -> written.put(recipe.id(), recipe));
		int[] ids = IntStream.rangeClosed(1, seed.size() + generated).toArray();
		return new RecipeShelf(ids, seed.size() + 1, written);
	}

	Optional<Recipe> find(int id) {
		return (Arrays.binarySearch(this.ids, id) >= 0) ? Optional.of(get(id)) : Optional.empty();
	}

	Listing<Recipe> all() {
		return listing(this.ids);
	}

	Listing<Recipe> ofCookbook(int cookbook) {
		return listing(idsOfCookbook(cookbook));
	}

	Listing<Recipe> ofDish(int dish) {
		return listing(remembered("dish " + dish, () -> select((id) -> dishOf(id) == dish)));
	}

	Optional<Recipe> find(int cookbook, int dish, Caller caller) {
		return Arrays.stream(idsOfCookbook(cookbook))
			.filter((id) -> dishOf(id) == dish)
			.mapToObj(this::get)
			.filter((recipe) -> recipe.isVisibleTo(caller))
			.findFirst();
	}

	/**
	 * The recipes of some cookbooks, one cookbook after the other.
	 * @param cookbooks the numbers of the cookbooks
	 * @param dish which dishes count, by number
	 * @return the recipes
	 */
	Listing<Recipe> ofCookbooks(int[] cookbooks, IntPredicate dish) {
		return listing(Arrays.stream(cookbooks)
			.flatMap((cookbook) -> Arrays.stream(idsOfCookbook(cookbook)))
			.filter((id) -> dish.test(dishOf(id)))
			.toArray());
	}

	RecipeShelf replace(Recipe recipe) {
		Map<Integer, Recipe> changed = new HashMap<>(this.written);
		changed.put(recipe.id(), recipe);
		return new RecipeShelf(this.ids, this.firstGenerated, changed);
	}

	RecipeShelf without(int id) {
		Map<Integer, Recipe> changed = new HashMap<>(this.written);
		changed.remove(id);
		return new RecipeShelf(select((other) -> other != id), this.firstGenerated, changed);
	}

	private Listing<Recipe> listing(int[] of) {
		return new Listing<>(of.length, (index) -> get(of[index]));
	}

	private int[] idsOfCookbook(int cookbook) {
		return remembered("cookbook " + cookbook, () -> select((id) -> cookbookOf(id) == cookbook));
	}

	private int[] remembered(String name, Supplier<int[]> ids) {
		int[] known = this.listings.get(name);
		if (known == null) {
			known = ids.get();
			this.listings.put(name, known);
		}
		return known;
	}

	private int[] select(IntPredicate wanted) {
		return Arrays.stream(this.ids).filter(wanted).toArray();
	}

	private Recipe get(int id) {
		Recipe recipe = this.written.get(id);
		return (recipe != null) ? recipe : new Recipe(id, SeedData.cookbookOf(turn(id)), SeedData.dishOf(turn(id)),
				SeedData.instructionsOf(turn(id)), false);
	}

	private int cookbookOf(int id) {
		Recipe recipe = this.written.get(id);
		return (recipe != null) ? recipe.cookbook() : SeedData.cookbookOf(turn(id));
	}

	private int dishOf(int id) {
		Recipe recipe = this.written.get(id);
		return (recipe != null) ? recipe.dish() : SeedData.dishOf(turn(id));
	}

	private int turn(int id) {
		return id - this.firstGenerated;
	}

}
