package dev.hyperclient.docs.testing;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The controller of the test of web requests in the guide.
 */
// tag::recipe-controller[]
@RestController
class RecipeController {

	private final RecipeEditor editor;

	RecipeController(RecipeEditor editor) {
		this.editor = editor;
	}

	@PutMapping("/recipes/{id}/addition")
	void append(@PathVariable int id, @RequestParam String text) {
		this.editor.append(id, text);
	}

}
// end::recipe-controller[]
