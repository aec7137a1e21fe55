package dev.hyperclient.docs;

import java.util.List;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * Controllers in the documents. Compiled and not run.
 */
final class ControllerSnippets {

	private ControllerSnippets() {
	}

	// tag::controller[]
	@RestController
	class RecipeController {

		private final ServiceRoot root;

		RecipeController(ServiceRoot root) {
			this.root = root;
		}

		@GetMapping("/recipes/{id}")
		Entry recipe(@PathVariable int id) {
			return this.root.collection("recipes").get(id);
		}

		@GetMapping("/recipes")
		List<Row> recipes() {
			return this.root.collection("recipes").stream().map((recipe) -> recipe.to(Row.class)).toList();
		}

		record Row(int id, String instructions) {
		}

	}
	// end::controller[]

}
