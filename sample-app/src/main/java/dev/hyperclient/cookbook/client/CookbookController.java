package dev.hyperclient.cookbook.client;

import dev.hyperclient.HostedFile;
import dev.hyperclient.cookbook.api.Cookbook;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.ServerError;
import dev.hyperclient.error.TransportException;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * The page of a cookbook with its cover and its recipes. The name is a request parameter,
 * because names may contain slashes.
 */
@Controller
@Profile("!service")
class CookbookController {

	private static final int MAX_RECIPES = 10;

	private final EntryFinder finder;

	CookbookController(EntryFinder finder) {
		this.finder = finder;
	}

	@GetMapping("/cookbook")
	String show(@RequestParam String name, Model model) {
		Cookbook cookbook = this.finder.cookbook(name);
		model.addAttribute("cookbook", cookbook);
		StaleNote.of(cookbook.entry()).ifPresent((time) -> model.addAttribute(StaleNote.NAME, time));
		model.addAttribute("recipes", RecipeRow.of(cookbook.recipes().slice(0, MAX_RECIPES)));
		model.addAttribute("hasCover", isStored(cookbook.cover()));
		return "cookbook";
	}

	/**
	 * Every cookbook has the link; only a request shows whether a file is stored. While
	 * the service does not answer, one that was not read to its end before is unknown.
	 */
	private static boolean isStored(HostedFile file) {
		try {
			file.open().close();
			return true;
		}
		catch (NotFound | ServerError | TransportException ex) {
			return false;
		}
	}

}
