package dev.hyperclient.cookbook.client;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import dev.hyperclient.NamedOperation;
import dev.hyperclient.OperationDescription;
import dev.hyperclient.ValueDescription;
import dev.hyperclient.cookbook.api.Cookbook;
import dev.hyperclient.cookbook.api.CookbookRoot;
import dev.hyperclient.error.BadRequest;
import dev.hyperclient.error.Conflict;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * The page of a new cookbook. Its form shows the documentation and the allowed values of
 * the description. Values that are refused stay in the form.
 */
@Controller
@Profile("!service")
class CookbookFormController {

	private final CookbookRoot root;

	CookbookFormController(CookbookRoot root) {
		this.root = root;
	}

	/** A reload of a refused form may become a GET of its URL. */
	@GetMapping("/cookbooks")
	String reload() {
		return "redirect:/cookbooks/new";
	}

	@GetMapping("/cookbooks/new")
	String show(Model model) {
		model.addAttribute("form", CookbookForm.initial());
		return page(model);
	}

	@PostMapping("/cookbooks")
	String create(@ModelAttribute("form") CookbookForm form, BindingResult errors, Model model,
			RedirectAttributes messages, HttpServletResponse response) {
		if (!errors.hasErrors()) {
			create(form, errors, messages);
		}
		if (errors.hasErrors()) {
			response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
			return page(model);
		}
		return "redirect:/";
	}

	/**
	 * The form checks what is a date or a price, and the client allowed values, before a
	 * request is sent; the service checks the rest.
	 */
	private void create(CookbookForm form, BindingResult errors, RedirectAttributes messages) {
		NamedOperation create = operation();
		for (Map.Entry<String, Supplier<@Nullable Object>> argument : form.arguments().entrySet()) {
			try {
				create = create.with(argument.getKey(), argument.getValue().get());
			}
			catch (IllegalArgumentException ex) {
				FormErrors.add(argument.getKey(), ex.getMessage(), errors);
			}
		}
		if (errors.hasErrors()) {
			return;
		}
		try {
			Cookbook created = new Cookbook(create.invoke().entry());
			messages.addFlashAttribute("message", "“" + created.name() + "” was created.");
		}
		catch (Conflict ex) {
			FormErrors.add("name", ex.bodyText(), errors);
		}
		catch (BadRequest ex) {
			FormErrors.add(ex, errors);
		}
	}

	private String page(Model model) {
		OperationDescription create = operation().description();
		model.addAttribute("documentation", create.documentation().orElse(""));
		model.addAttribute("nameHint", create.parameter("name").flatMap(ValueDescription::documentation).orElse(""));
		model.addAttribute("cuisines", create.parameter("cuisine").map(ValueDescription::options).orElse(List.of()));
		return "new-cookbook";
	}

	private NamedOperation operation() {
		return this.root.cookbooks().collection().operation("create");
	}

}
