package dev.hyperclient.docs.testing;

import dev.hyperclient.ServiceRoot;

import org.springframework.stereotype.Component;

/**
 * The component that the first test of the guide tests.
 */
// tag::recipe-editor[]
@Component
class RecipeEditor {

	private final ServiceRoot root;

	RecipeEditor(ServiceRoot root) {
		this.root = root;
	}

	void append(int id, String text) {
		this.root.collection("recipes")
			.get(id)
			.update((recipe) -> recipe.set("instructions", recipe.getString("instructions") + text));
	}

}
// end::recipe-editor[]
