package dev.hyperclient.cookbook.service;

import java.util.function.Function;

/**
 * Holds the library of the moment. Readers take it as it is and see one moment
 * throughout; writers come one after the other, each seeing what the one before left.
 */
final class CookbookStore {

	private final int generatedRecipes;

	private volatile Library library;

	CookbookStore(int generatedRecipes) {
		this.generatedRecipes = generatedRecipes;
		this.library = SeedData.library(generatedRecipes);
	}

	Library library() {
		return this.library;
	}

	/**
	 * Decide and write in one step, so that a condition that held when it was checked
	 * still holds when the change is made.
	 * @param change makes the answer and the next library from the present one
	 * @return the answer
	 */
	synchronized Response write(Function<Library, Outcome> change) {
		Outcome outcome = change.apply(this.library);
		this.library = outcome.library();
		return outcome.response();
	}

	synchronized void reset() {
		this.library = SeedData.library(this.generatedRecipes);
	}

}
