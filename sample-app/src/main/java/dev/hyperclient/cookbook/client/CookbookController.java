package dev.hyperclient.cookbook.client;

import dev.hyperclient.Entry;
import dev.hyperclient.FileContent;
import dev.hyperclient.HostedFile;
import dev.hyperclient.error.NotFound;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * A cookbook with its cover and its recipes. Its name is a parameter, since names may
 * have slashes, which a path cannot carry.
 */
@Controller
@Profile("!service")
class CookbookController {

	private static final int SHOWN = 10;

	private final Cookbooks cookbooks;

	private final PageCosts costs;

	CookbookController(Cookbooks cookbooks, PageCosts costs) {
		this.cookbooks = cookbooks;
		this.costs = costs;
	}

	@GetMapping("/cookbook")
	String show(@RequestParam String name, Model model) {
		Counts before = this.costs.now();
		Entry cookbook = this.cookbooks.named(name);
		model.addAttribute("cookbook", cookbook.to(CookbookView.class));
		model.addAttribute("recipes", RecipeRow.of(cookbook.collection("recipes").slice(0, SHOWN)));
		model.addAttribute("hasCover", isStored(cookbook.file("cover")));
		this.costs.add(model, before);
		return "cookbook";
	}

	/** The link is there without a file, too; only the file itself can tell. */
	private static boolean isStored(HostedFile file) {
		try (FileContent content = file.open()) {
			return true;
		}
		catch (NotFound ex) {
			return false;
		}
	}

}
