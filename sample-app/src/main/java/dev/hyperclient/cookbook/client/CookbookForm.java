package dev.hyperclient.cookbook.client;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The form of a new cookbook. All values are texts, so that a page that refuses them can
 * show them.
 *
 * @param name the name
 * @param cuisine the cuisine
 * @param copyrightDate the copyright date
 * @param lastPrinting the date of the last printing
 * @param price the price
 */
record CookbookForm(@Nullable String name, @Nullable String cuisine, @Nullable String copyrightDate,
		@Nullable String lastPrinting, @Nullable String price) {

	private static final Pattern PRICE = Pattern.compile("\\d{1,9}(\\.\\d{1,2})?");

	static CookbookForm initial() {
		String today = LocalDate.now().toString();
		return new CookbookForm("", null, today, today, "12.50");
	}

	/**
	 * Return the arguments of the operation {@code create}. A supplier throws
	 * {@link IllegalArgumentException} for a text that is no date or no price.
	 */
	Map<String, Supplier<@Nullable Object>> arguments() {
		Map<String, Supplier<@Nullable Object>> arguments = new LinkedHashMap<>();
		arguments.put("name", () -> this.name);
		arguments.put("cuisine", () -> this.cuisine);
		arguments.put("copyright_date", () -> date(this.copyrightDate));
		arguments.put("last_printing", () -> date(this.lastPrinting));
		arguments.put("price", () -> price(this.price));
		return arguments;
	}

	/** The service reports what is missing. */
	private static @Nullable LocalDate date(@Nullable String text) {
		if (text == null || text.isBlank()) {
			return null;
		}
		try {
			return LocalDate.parse(text.strip());
		}
		catch (DateTimeParseException ex) {
			throw new IllegalArgumentException("Not a date. Write year, month and day, such as 2026-01-31.", ex);
		}
	}

	private static @Nullable BigDecimal price(@Nullable String text) {
		if (text == null || text.isBlank()) {
			return null;
		}
		if (!PRICE.matcher(text.strip()).matches()) {
			throw new IllegalArgumentException("Not a price. Write digits, such as 12.50.");
		}
		return new BigDecimal(text.strip());
	}

}
