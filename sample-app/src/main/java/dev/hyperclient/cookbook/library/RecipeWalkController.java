package dev.hyperclient.cookbook.library;

import java.util.List;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * The page that compares ways to read 200 recipes.
 */
@Controller
@Profile("!service")
@RequestMapping("/many-recipes")
class RecipeWalkController {

	private final RecipeWalks walks;

	RecipeWalkController(RecipeWalks walks) {
		this.walks = walks;
	}

	@GetMapping
	String show(Model model) {
		addWalks(model);
		if (!model.containsAttribute("settings")) {
			model.addAttribute("settings", WalkSettings.COMPARED.get(0));
		}
		model.addAttribute("count", LibraryService.RECIPES);
		model.addAttribute("pageSizes", WalkSettings.PAGE_SIZES);
		return "many-recipes";
	}

	/** The part of the page that changes while recipes are read. */
	@GetMapping("/walks")
	String walks(Model model) {
		addWalks(model);
		return "many-recipes :: walks";
	}

	/**
	 * The bars of the home page. The first reader of that page starts what they show.
	 */
	@GetMapping("/bars")
	String bars() {
		if (this.walks.rows().isEmpty()) {
			this.walks.start(WalkSettings.COMPARED);
		}
		return "home :: bars";
	}

	@PostMapping
	String start(@RequestParam(defaultValue = "false") boolean prefetch,
			@RequestParam(defaultValue = "false") boolean readAhead,
			@RequestParam(defaultValue = "false") boolean keepCache, @RequestParam(defaultValue = "5") int pageSize,
			@RequestParam(defaultValue = "false") boolean compare, RedirectAttributes messages) {
		WalkSettings chosen = new WalkSettings(prefetch, readAhead, pageSize, keepCache);
		if (!compare) {
			messages.addFlashAttribute("settings", chosen);
		}
		if (!this.walks.start(compare ? WalkSettings.COMPARED : List.of(chosen))) {
			messages.addFlashAttribute("problem", "Recipes are being read. Wait until that ends.");
		}
		return "redirect:/many-recipes";
	}

	/** Change a recipe, so that the stored lists are no longer up to date. */
	@PostMapping("/change")
	String change(RedirectAttributes messages) {
		messages.addFlashAttribute("changed", this.walks.change());
		messages.addFlashAttribute("settings", WalkSettings.COMPARED.get(WalkSettings.COMPARED.size() - 1));
		return "redirect:/many-recipes";
	}

	private void addWalks(Model model) {
		// First whether walks are running: otherwise the last state could be missed.
		model.addAttribute("running", this.walks.isRunning());
		model.addAttribute("walks", this.walks.rows());
	}

}
