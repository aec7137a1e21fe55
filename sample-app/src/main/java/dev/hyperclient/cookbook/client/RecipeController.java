package dev.hyperclient.cookbook.client;

import dev.hyperclient.cookbook.api.CookbookRoot;
import dev.hyperclient.cookbook.api.Dish;
import dev.hyperclient.cookbook.api.Recipe;
import dev.hyperclient.error.BadRequest;
import dev.hyperclient.error.PreconditionFailed;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * The page of a recipe with a form. There is no state between requests: the form contains
 * the entity tag of the displayed recipe, so that concurrent edits are detected.
 */
@Controller
@Profile("!service")
@RequestMapping("/recipes/{id}")
class RecipeController {

	private final CookbookRoot root;

	private final EntryFinder finder;

	RecipeController(CookbookRoot root, EntryFinder finder) {
		this.root = root;
		this.finder = finder;
	}

	@GetMapping
	String show(@PathVariable String id, Model model) {
		Recipe recipe = this.finder.recipe(id);
		return page(recipe, RecipeForm.of(recipe), model);
	}

	/**
	 * Compare the tag of the form with the tag of the current recipe. Later changes are
	 * detected by the {@code If-Match} of the client.
	 */
	@PostMapping
	String save(@PathVariable String id, @ModelAttribute("form") RecipeForm form, BindingResult errors, Model model,
			RedirectAttributes messages, HttpServletResponse response) {
		Recipe recipe = this.finder.recipe(id);
		try {
			if (!form.isCurrent(recipe)) {
				return conflict(recipe, form, model, response);
			}
			boolean changed = form.writeTo(recipe);
			recipe.save();
			messages.addFlashAttribute("message", changed ? "The recipe was saved." : "Nothing was changed.");
		}
		catch (PreconditionFailed ex) {
			recipe.svcRefresh();
			return conflict(recipe, form, model, response);
		}
		catch (BadRequest ex) {
			FormErrors.add(ex, errors);
			return refused(recipe, form, model, response);
		}
		catch (IllegalArgumentException ex) {
			// The client checks that the dish is a URL.
			FormErrors.add("dish", ex.getMessage(), errors);
			return refused(recipe, form, model, response);
		}
		return "redirect:/recipes/{id}";
	}

	private String refused(Recipe recipe, RecipeForm form, Model model, HttpServletResponse response) {
		recipe.entry().discardChanges();
		model.addAttribute("problem", "The recipe was not saved.");
		response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
		return page(recipe, form, model);
	}

	private String conflict(Recipe recipe, RecipeForm form, Model model, HttpServletResponse response) {
		model.addAttribute("conflict", true);
		response.setStatus(HttpServletResponse.SC_PRECONDITION_FAILED);
		return page(recipe, form.withTagOf(recipe), model);
	}

	private String page(Recipe recipe, RecipeForm form, Model model) {
		Dish dish = recipe.dish();
		model.addAttribute("recipe", new RecipeRow(recipe.id(), dish.name(), recipe.instructions()));
		model.addAttribute("cookbook", recipe.cookbook().name());
		model.addAttribute("dishes", DishOption.of(this.root.dishes(), dish));
		model.addAttribute("form", form);
		StaleNote.of(recipe.entry(), dish.entry()).ifPresent((time) -> model.addAttribute(StaleNote.NAME, time));
		return "recipe";
	}

}
