package dev.hyperclient.cookbook.client;

import java.util.NoSuchElementException;

import dev.hyperclient.cookbook.api.Cookbook;
import dev.hyperclient.cookbook.api.CookbookRoot;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Finds a cookbook by its name.
 */
@Component
@Profile("!service")
class CookbookFinder {

	private final CookbookRoot root;

	CookbookFinder(CookbookRoot root) {
		this.root = root;
	}

	Cookbook named(String name) {
		try {
			return this.root.cookbooks().get(name);
		}
		catch (IllegalArgumentException ex) {
			throw new NoSuchElementException("Invalid name of a cookbook: “" + name + "”", ex);
		}
	}

}
