package dev.hyperclient.cookbook.client;

import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;

import dev.hyperclient.ServiceResource;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cookbook.api.Cookbook;
import dev.hyperclient.cookbook.api.CookbookRoot;
import dev.hyperclient.cookbook.api.Cookbooks;
import dev.hyperclient.cookbook.api.Recipe;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.typed.TypedCollection;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * The home page: collections and entries of the root, recipes with their dishes, and
 * cookbooks. With another service, the page has what that service has: therefore the
 * lists of names do without the typed client.
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
		return "home";
	}

	private Map<String, Object> read() {
		Map<String, Object> content = new HashMap<>();
		Map<String, URI> collections = links(this.root.svcCollections(), this.root::collection);
		content.put("url", this.root.uri());
		content.put("collections", collections);
		content.put("entries", links(this.root.svcEntries(), this.root::entry));
		if (collections.containsKey("recipes")) {
			TypedCollection<Recipe> recipes = this.cookbook.recipes();
			List<RecipeRow> rows = RecipeRow.of(recipes.slice(0, MAX_ROWS));
			content.put("recipes", rows);
			content.put("recipesShown", shown(rows.size(), recipes.size()));
		}
		if (collections.containsKey("cookbooks")) {
			Cookbooks cookbooks = this.cookbook.cookbooks();
			content.put("cookbooks", cookbooks.stream().limit(MAX_ROWS).map(Cookbook::name).toList());
			content.put("cookbookCount", cookbooks.size());
		}
		return content;
	}

	/** The description may have links that the root lacks or hides for this user. */
	private static Map<String, URI> links(Collection<String> names, Function<String, ServiceResource> target) {
		Map<String, URI> links = new LinkedHashMap<>();
		for (String name : names) {
			try {
				links.put(name, target.apply(name).uri());
			}
			catch (NoSuchElementException | RedactedValueException ex) {
				// Not shown.
			}
		}
		return links;
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
