package dev.hyperclient.cookbook.service;

import java.util.Optional;

import dev.hyperclient.testservice.EntryList;
import dev.hyperclient.testservice.EntryStore;
import dev.hyperclient.testservice.EntryType;
import dev.hyperclient.testservice.ValueDefinition;

/**
 * A stored dish and its entry type.
 *
 * @param number the position in the collection from 1 on, independent of the name
 * @param name the name, which is the key in the URL
 */
record Dish(int number, String name) implements NamedEntries.NamedEntry {

	static final EntryType<Library, Dish> TYPE = EntryType.builder("dish", "dishes", new Store())
		.summary("Something to eat, whatever the recipe.")
		.attribute(ValueDefinition.key("name").mandatory(), (library, dish) -> dish.name(), Dish::withName)
		.collection("recipes", "recipe", (library, dish) -> library.recipes().ofDish(dish.number()))
		.build();

	private Dish withName(String other) {
		return new Dish(this.number, other);
	}

	private static final class Store implements EntryStore<Library, Dish> {

		@Override
		public EntryList<Dish> list(Library library) {
			return EntryList.of(library.dishes().entries());
		}

		@Override
		public Optional<Dish> find(Library library, String key) {
			return library.dishes().find(key);
		}

		@Override
		public String keyOf(Dish dish) {
			return dish.name();
		}

		@Override
		public Library replace(Library library, Dish before, Dish after) {
			library.dishes().requireUniqueName(after, "dish");
			return library.withDishes(library.dishes().replace(after));
		}

	}

}
