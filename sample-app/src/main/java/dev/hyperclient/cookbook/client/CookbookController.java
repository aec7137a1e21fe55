package dev.hyperclient.cookbook.client;

import java.math.BigDecimal;
import java.time.LocalDate;

import dev.hyperclient.Entry;
import dev.hyperclient.HostedFile;
import dev.hyperclient.error.NotFound;
import org.jspecify.annotations.Nullable;

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

	private final CookbookFinder cookbooks;

	private final RequestCounter counter;

	CookbookController(CookbookFinder cookbooks, RequestCounter counter) {
		this.cookbooks = cookbooks;
		this.counter = counter;
	}

	@GetMapping("/cookbook")
	String show(@RequestParam String name, Model model) {
		RequestCounter.Counts before = this.counter.total();
		Entry cookbook = this.cookbooks.named(name);
		model.addAttribute("cookbook", cookbook.to(CookbookView.class));
		model.addAttribute("recipes", RecipeRow.of(cookbook.collection("recipes").slice(0, MAX_RECIPES)));
		model.addAttribute("hasCover", isStored(cookbook.file("cover")));
		this.counter.addTo(model, before);
		return "cookbook";
	}

	/** Every cookbook has the link; only a request shows whether a file is stored. */
	private static boolean isStored(HostedFile file) {
		try {
			file.open().close();
			return true;
		}
		catch (NotFound ex) {
			return false;
		}
	}

	/**
	 * The displayed attributes of a cookbook.
	 *
	 * @param name the name
	 * @param cuisine the cuisine
	 * @param copyrightDate the copyright date
	 * @param price the price
	 * @param description the description
	 */
	record CookbookView(String name, @Nullable String cuisine, @Nullable LocalDate copyrightDate,
			@Nullable BigDecimal price, @Nullable String description) {
	}

}
