package dev.hyperclient.cookbook.client;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;

import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.HTTPError;

import org.springframework.context.annotation.Profile;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * The home page: collections and entries of the root, recipes with their dishes, and a
 * form for a new cookbook. With another service, the page has what that service has.
 */
@Controller
@Profile("!service")
class HomeController {

	private static final int MAX_ROWS = 10;

	private final ServiceRoot root;

	private final RequestCounter counter;

	HomeController(ServiceRoot root, RequestCounter counter) {
		this.root = root;
		this.counter = counter;
	}

	@GetMapping("/")
	String home(Model model) {
		RequestCounter.Counts before = this.counter.total();
		List<String> collections = this.root.svcCollections();
		model.addAttribute("url", this.root.uri());
		model.addAttribute("entries", this.root.svcEntries());
		model.addAttribute("collections", collections);
		if (collections.contains("recipes")) {
			EntryCollection recipes = this.root.collection("recipes");
			model.addAttribute("recipes", RecipeRow.of(recipes.slice(0, MAX_ROWS)));
			model.addAttribute("recipeCount", recipes.size());
		}
		if (collections.contains("cookbooks")) {
			EntryCollection cookbooks = this.root.collection("cookbooks");
			model.addAttribute("cookbooks",
					cookbooks.stream().limit(MAX_ROWS).map((cookbook) -> cookbook.getString("name")).toList());
			model.addAttribute("cookbookCount", cookbooks.size());
		}
		this.counter.addTo(model, before);
		return "home";
	}

	/** Return the request counts, which the pages poll. */
	@GetMapping("/counts")
	@ResponseBody
	RequestCounter.Counts counts() {
		return this.counter.total();
	}

	@GetMapping("/collections/{name}")
	String collection(@PathVariable String name, Model model) {
		RequestCounter.Counts before = this.counter.total();
		List<EntryRow> rows = EntryRow.of(this.root.collection(name).slice(0, MAX_ROWS));
		model.addAttribute("name", name);
		model.addAttribute("rows", rows);
		this.counter.addTo(model, before);
		return "entries";
	}

	@GetMapping("/entries/{name}")
	String entry(@PathVariable String name, Model model) {
		RequestCounter.Counts before = this.counter.total();
		List<EntryRow> rows = EntryRow.of(List.of(this.root.entry(name)));
		model.addAttribute("name", name);
		model.addAttribute("rows", rows);
		this.counter.addTo(model, before);
		return "entries";
	}

	@PostMapping("/cookbooks")
	String create(@ModelAttribute CookbookForm form, RedirectAttributes messages) {
		try {
			String created = String.valueOf(this.root.collection("cookbooks")
				.operation("create")
				.with("name", form.name())
				.with("cuisine", form.cuisine())
				.with("copyright_date", form.copyrightDate())
				.with("last_printing", form.lastPrinting())
				.with("price", form.price())
				.invoke()
				.entry()
				.getString("name"));
			messages.addFlashAttribute("message", "“" + created + "” was created.");
		}
		catch (HTTPError ex) {
			messages.addFlashAttribute("problem", ex.bodyText());
		}
		return "redirect:/";
	}

	/**
	 * The form of a new cookbook.
	 *
	 * @param name the name
	 * @param cuisine the cuisine
	 * @param copyrightDate the copyright date
	 * @param lastPrinting the date of the last printing
	 * @param price the price
	 */
	record CookbookForm(String name, String cuisine,
			@DateTimeFormat(iso = DateTimeFormat.ISO.DATE) LocalDate copyrightDate,
			@DateTimeFormat(iso = DateTimeFormat.ISO.DATE) LocalDate lastPrinting, BigDecimal price) {
	}

}
