package dev.hyperclient.cookbook.service;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The description of dishes.
 */
final class DishType {

	static final TypeDescription<Dish> DESCRIPTION = new TypeDescription<>("dish", "dishes",
			"Something to eat, whatever the recipe.", fields(), List.of(), List.of(), false, new Access());

	private DishType() {
	}

	private static List<FieldDescription<Dish>> fields() {
		return List.of(
				FieldDescription
					.<Dish>of(ValueDescription.of("name", ValueKind.NAME).mandatory(), (library, dish) -> dish.name())
					.writtenBy((dish, name) -> dish.withName((String) Objects.requireNonNull(name))),
				FieldDescription
					.linkOnly(ValueDescription.link("recipes", ValueKind.COLLECTION, "recipe-page-resource")));
	}

	private static final class Access implements EntryAccess<Dish> {

		@Override
		public Listing<Dish> list(Library library) {
			return Listing.of(library.dishes().entries());
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
			RequestRefusedException.ifTaken(library.dishes(), after, DESCRIPTION.name());
			return library.withDishes(library.dishes().replace(after));
		}

	}

}
