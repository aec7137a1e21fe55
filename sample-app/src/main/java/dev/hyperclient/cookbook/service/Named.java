package dev.hyperclient.cookbook.service;

/**
 * Something that is found by its name and stays the same thing when the name changes.
 */
interface Named {

	int number();

	String name();

}
