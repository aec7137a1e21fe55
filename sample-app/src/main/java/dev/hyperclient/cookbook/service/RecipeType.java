package dev.hyperclient.cookbook.service;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.hyperclient.cookbook.service.security.Caller;

/**
 * The description of recipes.
 */
final class RecipeType {

	static final TypeDescription<Recipe> DESCRIPTION = new TypeDescription<>("recipe", "recipes",
			"How to make a dish, as one cookbook has it.", fields(), List.of(), List.of(), true, new Access());

	private RecipeType() {
	}

	private static List<FieldDescription<Recipe>> fields() {
		return List.of(
				FieldDescription.of(ValueDescription.of("id", ValueKind.INTEGER).mandatory(),
						(library, recipe) -> recipe.id()),
				FieldDescription
					.<Recipe>of(ValueDescription.link("dish", ValueKind.LINK, "dish").mandatory(),
							(library, recipe) -> library.dishes().get(recipe.dish()))
					.writtenBy((recipe, dish) -> recipe.withDish(((Dish) Objects.requireNonNull(dish)).number())),
				FieldDescription
					.<Recipe>of(ValueDescription.link("cookbook", ValueKind.LINK, "cookbook").mandatory(),
							(library, recipe) -> library.cookbooks().get(recipe.cookbook()))
					.writtenBy((recipe, cookbook) -> recipe
						.withCookbook(((Cookbook) Objects.requireNonNull(cookbook)).number())),
				FieldDescription
					.<Recipe>of(ValueDescription.of("instructions", ValueKind.TEXT).mandatory(),
							(library, recipe) -> recipe.instructions())
					.writtenBy((recipe, text) -> recipe.withInstructions((String) Objects.requireNonNull(text))),
				FieldDescription.of(ValueDescription.of("private", ValueKind.TRUTH).mandatory(),
						(library, recipe) -> recipe.secret()),
				FieldDescription.linkOnly(ValueDescription.file("prepared_image")));
	}

	private static final class Access implements EntryAccess<Recipe> {

		private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,8}");

		@Override
		public Listing<Recipe> list(Library library) {
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
