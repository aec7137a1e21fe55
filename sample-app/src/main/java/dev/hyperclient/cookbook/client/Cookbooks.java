package dev.hyperclient.cookbook.client;

import java.util.NoSuchElementException;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Finds the cookbook that a page is about.
 */
@Component
@Profile("!service")
class Cookbooks {

	private final ServiceRoot root;

	Cookbooks(ServiceRoot root) {
		this.root = root;
	}

	Entry named(String name) {
		try {
			return this.root.collection("cookbooks").get(name);
		}
		catch (IllegalArgumentException ex) {
			throw new NoSuchElementException("No cookbook can be called “" + name + "”.", ex);
		}
	}

}
