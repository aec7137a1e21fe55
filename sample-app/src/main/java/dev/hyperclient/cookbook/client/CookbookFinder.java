package dev.hyperclient.cookbook.client;

import java.util.NoSuchElementException;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Finds a cookbook by its name.
 */
@Component
@Profile("!service")
class CookbookFinder {

	private final ServiceRoot root;

	CookbookFinder(ServiceRoot root) {
		this.root = root;
	}

	Entry named(String name) {
		try {
			return this.root.collection("cookbooks").get(name);
		}
		catch (IllegalArgumentException ex) {
			throw new NoSuchElementException("Invalid name of a cookbook: “" + name + "”", ex);
		}
	}

}
