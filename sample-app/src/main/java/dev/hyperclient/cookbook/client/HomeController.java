package dev.hyperclient.cookbook.client;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.cookbook.api.Cookbook;
import dev.hyperclient.cookbook.api.CookbookRoot;
import dev.hyperclient.cookbook.api.Cookbooks;
import dev.hyperclient.cookbook.api.Recipe;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.typed.TypedCollection;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * The home page: Java for the service, its collections and entries, how long calls take,
 * and of the cookbook service the cookbooks, and the recipes with their dishes.
 */
@Controller
@Profile("!service")
class HomeController {

	private static final int MAX_ROWS = 10;

	private final CookbookRoot cookbook;

	private final ConfiguredService service;

	private final MeterRegistry meters;

	HomeController(CookbookRoot cookbook, ConfiguredService service, MeterRegistry meters) {
		this.cookbook = cookbook;
		this.service = service;
		this.meters = meters;
	}

	/** Without the service, the page still has its texts and links. */
	@GetMapping("/")
	String home(Model model, HttpServletResponse response) {
		try {
			model.addAllAttributes(read());
		}
		catch (HyperClientException ex) {
			response.setStatus(ErrorPageAdvice.status(ex));
			model.addAttribute("failure", ErrorPageAdvice.heading(ex));
			model.addAttribute("detail", ErrorPageAdvice.detail(ex));
		}
		model.addAttribute("times", CallTime.of(this.meters));
		return "home";
	}

	private Map<String, Object> read() {
		Map<String, Object> content = new HashMap<>();
		content.put("summary", this.service.summary());
		content.put("example", this.service.example());
		content.put("root", this.cookbook.root());
		if (this.service.has("recipes")) {
			TypedCollection<Recipe> recipes = this.cookbook.recipes();
			List<RecipeRow> rows = RecipeRow.of(recipes.slice(0, MAX_ROWS));
			content.put("recipes", rows);
			StaleNote.of(recipes.collection()).ifPresent((time) -> content.put(StaleNote.NAME, time));
			content.put("recipesShown", shown(rows.size(), recipes.size()));
		}
		if (this.service.has("cookbooks")) {
			Cookbooks cookbooks = this.cookbook.cookbooks();
			content.put("cookbooks", cookbooks.stream().limit(MAX_ROWS).map(Cookbook::name).toList());
			content.put("cookbookCount", cookbooks.size());
		}
		return content;
	}

	/**
	 * A service counts entries that it omits from pages, since the user may not read
	 * them.
	 */
	private static String shown(int rows, int size) {
		int omitted = (rows < MAX_ROWS) ? size - rows : 0;
		return rows + " of " + size + ((omitted == 1) ? ", one is private" : "")
				+ ((omitted > 1) ? ", " + omitted + " are private" : "");
	}

}
