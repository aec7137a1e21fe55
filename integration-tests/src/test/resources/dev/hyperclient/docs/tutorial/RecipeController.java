// tag::tutorial-controller[]
package com.example.kitchen;

import java.util.stream.Stream;

import com.example.cookbook.CookbookRoot;
import com.example.cookbook.Recipe;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

@Controller
class RecipeController {

	private final CookbookRoot cookbook;

	RecipeController(CookbookRoot cookbook) {
		this.cookbook = cookbook;
	}

	@GetMapping("/")
	String recipes(Model model) {
		try (Stream<Recipe> recipes = this.cookbook.recipes().iteration().prefetch(Recipe::dish).stream()) {
			model.addAttribute("rows", recipes.map(Row::of).toList());
		}
		return "recipes";
	}

	@PostMapping("/recipes/{id}/addition")
	String append(@PathVariable int id, @RequestParam String text) {
		this.cookbook.recipes()
			.get(id)
			.update((recipe) -> recipe.setInstructions(recipe.instructions() + " " + text));
		return "redirect:/";
	}

	record Row(long id, String dish, String instructions) {

		static Row of(Recipe recipe) {
			return new Row(recipe.id(), recipe.dish().name(), recipe.instructions());
		}

	}

}
// end::tutorial-controller[]
