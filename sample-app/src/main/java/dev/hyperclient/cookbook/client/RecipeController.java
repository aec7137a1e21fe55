package dev.hyperclient.cookbook.client;

import java.util.List;
import java.util.stream.Collectors;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.BadRequest;
import dev.hyperclient.error.InvalidField;
import dev.hyperclient.error.PreconditionFailed;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * A recipe, and the form that changes it. Nothing is kept between two requests: the form
 * carries the entity tag of what the window showed, so that of two windows the second one
 * learns that the first was faster.
 */
@Controller
@Profile("!service")
@RequestMapping("/recipes/{id}")
class RecipeController {

	private final ServiceRoot root;

	private final PageCosts costs;

	RecipeController(ServiceRoot root, PageCosts costs) {
		this.root = root;
		this.costs = costs;
	}

	@GetMapping
	String show(@PathVariable String id, Model model) {
		Counts before = this.costs.now();
		Entry recipe = recipe(id);
		return page(recipe, RecipeForm.of(recipe), model, before);
	}

	/**
	 * The tag of the form is compared here; what happens from then on until the service
	 * has the recipe is caught by the condition that the client sends.
	 */
	@PostMapping
	String save(@PathVariable String id, @ModelAttribute RecipeForm form, Model model, RedirectAttributes messages,
			HttpServletResponse response) {
		Counts before = this.costs.now();
		Entry recipe = recipe(id);
		try {
			if (!form.isOf(recipe)) {
				return conflict(recipe, form, model, response, before);
			}
			form.writeTo(recipe);
			recipe.save();
		}
		catch (PreconditionFailed ex) {
			recipe.svcRefresh();
			return conflict(recipe, form, model, response, before);
		}
		catch (BadRequest ex) {
			recipe.discardChanges();
			addErrors(ex, model);
			response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
			return page(recipe, form, model, before);
		}
		messages.addFlashAttribute("message", "The recipe was saved.");
		return "redirect:/recipes/{id}";
	}

	private String conflict(Entry recipe, RecipeForm form, Model model, HttpServletResponse response, Counts before) {
		model.addAttribute("conflict", true);
		response.setStatus(HttpServletResponse.SC_PRECONDITION_FAILED);
		return page(recipe, form.seen(recipe), model, before);
	}

	private String page(Entry recipe, RecipeForm form, Model model, Counts before) {
		model.addAttribute("recipe", RecipeRow.of(List.of(recipe)).get(0));
		model.addAttribute("cookbook", recipe.entry("cookbook").getString("name"));
		model.addAttribute("dishes", DishChoice.of(this.root.collection("dishes"), recipe.entry("dish")));
		model.addAttribute("form", form);
		this.costs.add(model, before);
		return "recipe";
	}

	/** A field that is named twice has both messages. */
	private static void addErrors(BadRequest refusal, Model model) {
		List<InvalidField> errors = refusal.invalidFields();
		model.addAttribute("errors", errors.stream()
			.collect(Collectors.toMap(InvalidField::field, InvalidField::message, (one, two) -> one + " " + two)));
		model.addAttribute("problem", errors.isEmpty() ? refusal.bodyText() : "The recipe was not saved.");
	}

	private Entry recipe(String id) {
		return this.root.collection("recipes").get(id);
	}

}
