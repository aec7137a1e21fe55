package dev.hyperclient.cookbook.service;

/**
 * A dish as it is stored.
 *
 * @param number the place in the collection from 1 on, which outlives a change of name
 * @param name the name, which is part of the address
 */
record Dish(int number, String name) implements Named {

	Dish withName(String other) {
		return new Dish(this.number, other);
	}

}
