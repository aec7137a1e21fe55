package dev.hyperclient.cookbook.service;

import java.util.HashSet;
import java.util.Set;

import dev.hyperclient.testservice.FileStore;

/**
 * The data of the service. Immutable: a write creates the next value.
 *
 * @param cookbooks the cookbooks
 * @param dishes the dishes
 * @param recipes the recipes
 * @param files the stored files
 */
record Library(NamedEntries<Cookbook> cookbooks, NamedEntries<Dish> dishes, Recipes recipes, FileStore files) {

	Library withCookbooks(NamedEntries<Cookbook> other) {
		return new Library(other, this.dishes, this.recipes, this.files);
	}

	Library withDishes(NamedEntries<Dish> other) {
		return new Library(this.cookbooks, other, this.recipes, this.files);
	}

	Library withRecipes(Recipes other) {
		return new Library(this.cookbooks, this.dishes, other, this.files);
	}

	/**
	 * Replace a cookbook and increment its revision number, unless the change sets that
	 * number itself.
	 * @param before the present cookbook
	 * @param after the changed cookbook
	 * @return the next data
	 */
	Library replaceCookbook(Cookbook before, Cookbook after) {
		this.cookbooks.requireUniqueName(after, "cookbook");
		Cookbook stored = (after.revision() != before.revision()) ? after : after.revised();
		return withCookbooks(this.cookbooks.replace(stored));
	}

	/**
	 * Store a cover and replace the present one.
	 * @param cookbook the cookbook
	 * @param mediaType the media type
	 * @param name the file name
	 * @param content the content
	 * @return the next data
	 */
	Library storeCover(Cookbook cookbook, String mediaType, String name, byte[] content) {
		int number = this.files.nextNumber();
		NamedEntries<Cookbook> changed = this.cookbooks.replace(cookbook.withCover(number));
		FileStore more = this.files.plus(mediaType, name, content, covers(changed));
		return new Library(changed, this.dishes, this.recipes, more);
	}

	Library removeCover(Cookbook cookbook, int number) {
		return new Library(this.cookbooks.replace(cookbook.withCover(null)), this.dishes, this.recipes,
				this.files.without(number));
	}

	private static Set<Integer> covers(NamedEntries<Cookbook> cookbooks) {
		Set<Integer> covers = new HashSet<>();
		for (Cookbook cookbook : cookbooks.entries()) {
			if (cookbook.cover() != null) {
				covers.add(cookbook.cover());
			}
		}
		return covers;
	}

}
