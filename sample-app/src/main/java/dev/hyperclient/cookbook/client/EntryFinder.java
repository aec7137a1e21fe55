package dev.hyperclient.cookbook.client;

import java.util.NoSuchElementException;
import java.util.function.Supplier;

import dev.hyperclient.cookbook.api.Cookbook;
import dev.hyperclient.cookbook.api.CookbookRoot;
import dev.hyperclient.cookbook.api.Recipe;
import dev.hyperclient.error.NoSuchEntryException;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Finds entries by what users know them by.
 */
@Component
@Profile("!service")
class EntryFinder {

	private final CookbookRoot root;

	EntryFinder(CookbookRoot root) {
		this.root = root;
	}

	Cookbook cookbook(String name) {
		return found(() -> this.root.cookbooks().get(name), "There is no cookbook “" + name + "”");
	}

	Recipe recipe(String id) {
		return found(() -> this.root.recipes().get(id), "There is no recipe " + id);
	}

	/** The client refuses keys that are no path segment, such as "..". */
	private static <T> T found(Supplier<T> search, String problem) {
		try {
			return search.get();
		}
		catch (NoSuchEntryException | IllegalArgumentException ex) {
			throw new NoSuchElementException(problem, ex);
		}
	}

}
