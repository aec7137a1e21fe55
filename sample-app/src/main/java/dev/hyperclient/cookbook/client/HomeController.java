package dev.hyperclient.cookbook.client;

import java.util.List;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceResource;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cookbook.api.Cookbook;
import dev.hyperclient.cookbook.api.CookbookRoot;
import dev.hyperclient.cookbook.api.Cookbooks;
import dev.hyperclient.cookbook.api.Recipe;
import dev.hyperclient.typed.TypedCollection;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * The home page: collections and entries of the root, recipes with their dishes, and
 * cookbooks. With another service, the page has what that service has: therefore the
 * lists of names and their pages do without the typed client.
 */
@Controller
@Profile("!service")
class HomeController {

	private static final int MAX_ROWS = 10;

	private final ServiceRoot root;

	private final CookbookRoot cookbook;

	HomeController(ServiceRoot root, CookbookRoot cookbook) {
		this.root = root;
		this.cookbook = cookbook;
	}

	@GetMapping("/")
	String home(Model model) {
		List<String> collections = this.root.svcCollections();
		model.addAttribute("url", this.root.uri());
		model.addAttribute("entries", this.root.svcEntries());
		model.addAttribute("collections", collections);
		if (collections.contains("recipes")) {
			TypedCollection<Recipe> recipes = this.cookbook.recipes();
			List<RecipeRow> rows = RecipeRow.of(recipes.slice(0, MAX_ROWS));
			model.addAttribute("recipes", rows);
			model.addAttribute("recipesShown", shown(rows.size(), recipes.size()));
		}
		if (collections.contains("cookbooks")) {
			Cookbooks cookbooks = this.cookbook.cookbooks();
			model.addAttribute("cookbooks", cookbooks.stream().limit(MAX_ROWS).map(Cookbook::name).toList());
			model.addAttribute("cookbookCount", cookbooks.size());
		}
		return "home";
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

	@GetMapping("/collections/{name}")
	String collection(@PathVariable String name, Model model) {
		List<EntryRow> rows = EntryRow.of(this.root.collection(name).slice(0, MAX_ROWS));
		model.addAttribute("name", name);
		model.addAttribute("rows", rows);
		return "entries";
	}

	/** Resources that others link to; never one of another origin. */
	@GetMapping("/resource")
	String resource(@RequestParam String url, Model model) {
		ServiceResource resource = this.root.load(url);
		model.addAttribute("name", resource.uri().getPath());
		List<Entry> entries = (resource instanceof Entry entry) ? List.of(entry) : List.of();
		model.addAttribute("rows", EntryRow
			.of((resource instanceof EntryCollection collection) ? collection.slice(0, MAX_ROWS) : entries));
		return "entries";
	}

	@GetMapping("/entries/{name}")
	String entry(@PathVariable String name, Model model) {
		List<EntryRow> rows = EntryRow.of(List.of(this.root.entry(name)));
		model.addAttribute("name", name);
		model.addAttribute("rows", rows);
		return "entries";
	}

}
