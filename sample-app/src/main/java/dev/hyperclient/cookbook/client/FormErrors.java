package dev.hyperclient.cookbook.client;

import java.util.Set;

import dev.hyperclient.error.BadRequest;
import dev.hyperclient.error.InvalidField;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;
import org.springframework.validation.BindingResult;

/**
 * Brings the messages of the service to the fields of a form.
 */
final class FormErrors {

	private static final String CODE = "refused";

	/** Of an attribute and of a parameter. */
	private static final Set<String> MISSING = Set.of("Missing required value.", "Required input is missing.");

	private FormErrors() {
	}

	/**
	 * Add what the service reports.
	 */
	static void add(BadRequest refusal, BindingResult errors) {
		if (refusal.invalidFields().isEmpty()) {
			errors.reject(CODE, refusal.bodyText());
		}
		for (InvalidField invalid : refusal.invalidFields()) {
			add(invalid.field(), invalid.message(), errors);
		}
	}

	/**
	 * Add a message. A field of the service such as {@code last_printing} or
	 * {@code dish_link} is the field {@code lastPrinting} or {@code dish} of the form.
	 */
	static void add(String name, @Nullable String problem, BindingResult errors) {
		String words = name.replaceFirst("_link$", "").replace('_', ' ');
		String message = (problem != null && MISSING.contains(problem))
				? StringUtils.capitalize(words) + " must not be empty." : String.valueOf(problem);
		if (errors.getFieldType(camelCase(words)) != null) {
			errors.rejectValue(camelCase(words), CODE, message);
		}
		else {
			errors.reject(CODE, name + ": " + message);
		}
	}

	private static String camelCase(String words) {
		StringBuilder name = new StringBuilder();
		for (String word : words.split(" ")) {
			name.append(name.isEmpty() ? word : StringUtils.capitalize(word));
		}
		return name.toString();
	}

}
