package dev.hyperclient.cookbook.client;

import java.util.List;

import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.HTTPError;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * The page: what the root offers, the recipes with their dishes, and a form for a new
 * cookbook. Pointed at another service it shows what that one has.
 */
@Controller
@Profile("!service")
class HomeController {

	private static final int SHOWN = 10;

	private final ServiceRoot root;

	private final PageCosts costs;

	HomeController(ServiceRoot root, PageCosts costs) {
		this.root = root;
		this.costs = costs;
	}

	@GetMapping("/")
	String home(Model model) {
		Counts before = this.costs.now();
		List<String> collections = this.root.svcCollections();
		model.addAttribute("address", this.root.uri());
		model.addAttribute("entries", this.root.svcEntries());
		model.addAttribute("collections", collections);
		if (collections.contains("recipes")) {
			EntryCollection recipes = this.root.collection("recipes");
			model.addAttribute("recipes", RecipeRow.of(recipes.slice(0, SHOWN)));
			model.addAttribute("recipeCount", recipes.size());
		}
		if (collections.contains("cookbooks")) {
			EntryCollection cookbooks = this.root.collection("cookbooks");
			model.addAttribute("cookbooks",
					cookbooks.stream().limit(SHOWN).map((cookbook) -> cookbook.getString("name")).toList());
			model.addAttribute("cookbookCount", cookbooks.size());
		}
		this.costs.add(model, before);
		return "home";
	}

	@GetMapping("/collections/{name}")
	String collection(@PathVariable String name, Model model) {
		Counts before = this.costs.now();
		List<EntryRow> rows = EntryRow.of(this.root.collection(name).slice(0, SHOWN));
		model.addAttribute("name", name);
		model.addAttribute("rows", rows);
		this.costs.add(model, before);
		return "entries";
	}

	@GetMapping("/entries/{name}")
	String entry(@PathVariable String name, Model model) {
		Counts before = this.costs.now();
		List<EntryRow> rows = EntryRow.of(List.of(this.root.entry(name)));
		model.addAttribute("name", name);
		model.addAttribute("rows", rows);
		this.costs.add(model, before);
		return "entries";
	}

	@PostMapping("/cookbooks")
	String create(@ModelAttribute CookbookForm form, RedirectAttributes messages) {
		try {
			String made = String.valueOf(this.root.collection("cookbooks")
				.operation("create")
				.with("name", form.name())
				.with("cuisine", form.cuisine())
				.with("copyright_date", form.copyrightDate())
				.with("last_printing", form.lastPrinting())
				.with("price", form.price())
				.invoke()
				.entry()
				.getString("name"));
			messages.addFlashAttribute("message", "“" + made + "” was created.");
		}
		catch (HTTPError ex) {
			messages.addFlashAttribute("problem", ex.bodyText());
		}
		return "redirect:/";
	}

}
