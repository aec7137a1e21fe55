package dev.hyperclient.cookbook.client;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.hyperclient.cookbook.api.Cuisine;
import org.jspecify.annotations.Nullable;

/**
 * The form of a new cookbook. Absent and unreadable values are null.
 *
 * @param name the name
 * @param cuisine the cuisine
 * @param copyrightDate the copyright date
 * @param lastPrinting the date of the last printing
 * @param price the price
 */
record CookbookForm(@Nullable String name, @Nullable Cuisine cuisine, @Nullable LocalDate copyrightDate,
		@Nullable LocalDate lastPrinting, @Nullable BigDecimal price) {

	static CookbookForm initial() {
		LocalDate today = LocalDate.now();
		return new CookbookForm("", null, today, today, new BigDecimal("12.50"));
	}

	/** Return the arguments of the operation {@code create}. */
	Map<String, @Nullable Object> arguments() {
		Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
		arguments.put("name", this.name);
		arguments.put("cuisine", (this.cuisine != null) ? this.cuisine.value() : null);
		arguments.put("copyright_date", this.copyrightDate);
		arguments.put("last_printing", this.lastPrinting);
		arguments.put("price", this.price);
		return arguments;
	}

}
