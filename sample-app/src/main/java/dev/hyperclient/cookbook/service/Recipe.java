package dev.hyperclient.cookbook.service;

import java.util.Optional;
import java.util.regex.Pattern;

import dev.hyperclient.testservice.Caller;
import dev.hyperclient.testservice.EntryList;
import dev.hyperclient.testservice.EntryStore;
import dev.hyperclient.testservice.EntryType;
import dev.hyperclient.testservice.ValueDefinition;

/**
 * A stored recipe and its entry type. It refers to cookbook and dish by number, so that
 * it does not change with their names.
 *
 * @param id the key
 * @param cookbook the number of the cookbook
 * @param dish the number of the dish
 * @param instructions the instructions
 * @param secret whether only authenticated callers may read the recipe
 */
record Recipe(int id, int cookbook, int dish, String instructions, boolean secret) {

	static final EntryType<Library, Recipe> TYPE = EntryType.builder("recipe", "recipes", new Store())
		.summary("How to make a dish, as one cookbook has it.")
		.attribute(ValueDefinition.integer("id").mandatory(), (library, recipe) -> recipe.id())
		.attribute(ValueDefinition.link("dish", Dish.class, "dish").mandatory(),
				(library, recipe) -> library.dishes().get(recipe.dish()), Recipe::withDish)
		.attribute(ValueDefinition.link("cookbook", Cookbook.class, "cookbook").mandatory(),
				(library, recipe) -> library.cookbooks().get(recipe.cookbook()), Recipe::withCookbook)
		.attribute(ValueDefinition.text("instructions").mandatory(), (library, recipe) -> recipe.instructions(),
				Recipe::withInstructions)
		.attribute(ValueDefinition.bool("private").mandatory(), (library, recipe) -> recipe.secret())
		.emptyFile("prepared_image")
		.deletable()
		.build();

	/**
	 * Return whether a caller may read the recipe. Anonymous callers may not read private
	 * recipes.
	 * @param caller the caller
	 * @return whether the recipe is visible
	 */
	boolean isVisibleTo(Caller caller) {
		return !this.secret || caller.authenticated();
	}

	private Recipe withCookbook(Cookbook other) {
		return new Recipe(this.id, other.number(), this.dish, this.instructions, this.secret);
	}

	private Recipe withDish(Dish other) {
		return new Recipe(this.id, this.cookbook, other.number(), this.instructions, this.secret);
	}

	private Recipe withInstructions(String other) {
		return new Recipe(this.id, this.cookbook, this.dish, other, this.secret);
	}

	private static final class Store implements EntryStore<Library, Recipe> {

		private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,8}");

		@Override
		public EntryList<Recipe> list(Library library) {
			return library.recipes().all();
		}

		@Override
		public Optional<Recipe> find(Library library, String key) {
			return ID.matcher(key).matches() ? library.recipes().find(Integer.parseInt(key)) : Optional.empty();
		}

		@Override
		public String keyOf(Recipe recipe) {
			return Integer.toString(recipe.id());
		}

		@Override
		public boolean isVisible(Recipe recipe, Caller caller) {
			return recipe.isVisibleTo(caller);
		}

		@Override
		public Library replace(Library library, Recipe before, Recipe after) {
			return library.withRecipes(library.recipes().replace(after));
		}

		@Override
		public Library remove(Library library, Recipe recipe) {
			return library.withRecipes(library.recipes().without(recipe.id()));
		}

	}

}
