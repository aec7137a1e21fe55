package dev.hyperclient.cookbook.service;

/**
 * A recipe as it is stored. It refers to its cookbook and dish by number, so that it need
 * not change when their names do.
 *
 * @param id the key
 * @param cookbook the number of the cookbook
 * @param dish the number of the dish
 * @param instructions what to do
 * @param secret whether the recipe is left out of every list
 */
record Recipe(int id, int cookbook, int dish, String instructions, boolean secret) {

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
