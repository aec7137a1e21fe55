package com.example;

import dev.hyperclient.ServiceRoot;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Component;

/**
 * The component that is tested.
 */
@Component
class Editor {

	private final ServiceRoot root;

	Editor(ServiceRoot root) {
		this.root = root;
	}

	void append(int id, String text) {
		this.root.collection("recipes")
			.get(id)
			.update((recipe) -> recipe.set("instructions", recipe.getString("instructions") + text));
	}

	@SpringBootApplication
	static class Application {

	}

}
