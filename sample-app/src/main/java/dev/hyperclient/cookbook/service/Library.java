package dev.hyperclient.cookbook.service;

import java.util.HashSet;
import java.util.Set;

/**
 * Everything the service holds at one moment. Immutable: a write makes the next one.
 *
 * @param cookbooks the cookbooks
 * @param dishes the dishes
 * @param recipes the recipes
 * @param files the stored files
 */
record Library(NamedShelf<Cookbook> cookbooks, NamedShelf<Dish> dishes, RecipeShelf recipes, FileShelf files) {

	Library withCookbooks(NamedShelf<Cookbook> other) {
		return new Library(other, this.dishes, this.recipes, this.files);
	}

	Library withDishes(NamedShelf<Dish> other) {
		return new Library(this.cookbooks, other, this.recipes, this.files);
	}

	Library withRecipes(RecipeShelf other) {
		return new Library(this.cookbooks, this.dishes, other, this.files);
	}

	/**
	 * Store a cover, replacing the one there is.
	 * @param cookbook whose cover it is
	 * @param mediaType what it is
	 * @param name its file name
	 * @param content its bytes
	 * @return the next library
	 */
	Library storeCover(Cookbook cookbook, String mediaType, String name, byte[] content) {
		int number = this.files.nextNumber();
		NamedShelf<Cookbook> changed = this.cookbooks.replace(cookbook.withCover(number));
		FileShelf more = this.files.plus(mediaType, name, content, covers(changed));
		return new Library(changed, this.dishes, this.recipes, more);
	}

	Library removeCover(Cookbook cookbook, int number) {
		return new Library(this.cookbooks.replace(cookbook.withCover(null)), this.dishes, this.recipes,
				this.files.without(number));
	}

	private static Set<Integer> covers(NamedShelf<Cookbook> cookbooks) {
		Set<Integer> covers = new HashSet<>();
		for (Cookbook cookbook : cookbooks.entries()) {
			if (cookbook.cover() != null) {
				covers.add(cookbook.cover());
			}
		}
		return covers;
	}

}
