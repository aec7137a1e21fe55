package dev.hyperclient.cookbook.client;

import java.util.List;
import java.util.stream.Stream;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import org.jspecify.annotations.Nullable;

/**
 * A dish to choose.
 *
 * @param address where it is
 * @param name its name
 */
record DishChoice(String address, @Nullable String name) {

	private static final int MOST = 100;

	/**
	 * The dish that a recipe has is always among them, so that nothing changes unasked.
	 */
	static List<DishChoice> of(EntryCollection dishes, Entry present) {
		return Stream.concat(dishes.stream().limit(MOST), Stream.of(present)).map(DishChoice::of).distinct().toList();
	}

	private static DishChoice of(Entry dish) {
		return new DishChoice(dish.uri().toString(), dish.getString("name"));
	}

}
