package dev.hyperclient.docs.typed;

import dev.hyperclient.cookbook.api.CookbookRoot;

import org.springframework.stereotype.Component;

// tag::typed-component[]
@Component
class RecipeAppender {

	private final CookbookRoot cookbook;

	RecipeAppender(CookbookRoot cookbook) {
		this.cookbook = cookbook;
	}

	void append(int id, String text) {
		this.cookbook.recipes().get(id).update((recipe) -> recipe.setInstructions(recipe.instructions() + text));
	}

}
// end::typed-component[]
