package dev.hyperclient.cookbook.service;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The one description of the service that everything else is made from.
 */
final class ServiceDescription {

	static final String ROOT_TYPE = "service-root";

	static final String FEATURED = "featured";

	static final String FEATURED_ENTRY = "featured_cookbook";

	/**
	 * All entry types, in the order of the description.
	 */
	static final List<TypeDescription<?>> TYPES = List.of(CookbookType.DESCRIPTION, DishType.DESCRIPTION,
			RecipeType.DESCRIPTION);

	private ServiceDescription() {
	}

	static Optional<TypeDescription<?>> typeWithPlural(String plural) {
		return TYPES.stream().filter((type) -> type.plural().equals(plural)).findFirst();
	}

	static ResourcePath featuredPath() {
		return ResourcePath.of(CookbookType.DESCRIPTION.plural(), FEATURED);
	}

	/**
	 * The entry a path leads to.
	 * @param library the library
	 * @param path the path
	 * @return the entry, whatever its type, or {@code null} if there is none
	 */
	static @Nullable Object entryAt(Library library, ResourcePath path) {
		if (path.segments().size() != 2) {
			return null;
		}
		return typeWithPlural(path.segments().get(0))
			.flatMap((type) -> type.access().find(library, path.segments().get(1)))
			.orElse(null);
	}

	/**
	 * The path of an entry that a link field leads to.
	 * @param entry the entry
	 * @return its path
	 */
	static ResourcePath pathOf(Object entry) {
		if (entry instanceof Cookbook cookbook) {
			return CookbookType.DESCRIPTION.pathOf(cookbook);
		}
		if (entry instanceof Dish dish) {
			return DishType.DESCRIPTION.pathOf(dish);
		}
		return RecipeType.DESCRIPTION.pathOf((Recipe) entry);
	}

	static String typeNameOf(Object entry) {
		if (entry instanceof Cookbook) {
			return CookbookType.DESCRIPTION.name();
		}
		return (entry instanceof Dish) ? DishType.DESCRIPTION.name() : RecipeType.DESCRIPTION.name();
	}

}
