package dev.hyperclient.cookbook.service;

import dev.hyperclient.cookbook.service.security.Caller;

/**
 * A recipe as it is stored. It refers to its cookbook and dish by number, so that it need
 * not change when their names do.
 *
 * @param id the key
 * @param cookbook the number of the cookbook
 * @param dish the number of the dish
 * @param instructions what to do
 * @param secret whether only authenticated callers see the recipe
 */
record Recipe(int id, int cookbook, int dish, String instructions, boolean secret) {

	/**
	 * Whether somebody may see the recipe. Anonymous access is granted at a lower level,
	 * which here means: a private recipe is refused with 401 and left out of every list,
	 * though it is counted. An authenticated caller sees it like any other.
	 * @param caller who wants to see it
	 * @return whether it is so
	 */
	boolean isVisibleTo(Caller caller) {
		return !this.secret || caller.authenticated();
	}

	Recipe withCookbook(int other) {
		return new Recipe(this.id, other, this.dish, this.instructions, this.secret);
	}

	Recipe withDish(int other) {
		return new Recipe(this.id, this.cookbook, other, this.instructions, this.secret);
	}

	Recipe withInstructions(String other) {
		return new Recipe(this.id, this.cookbook, this.dish, other, this.secret);
	}

}
