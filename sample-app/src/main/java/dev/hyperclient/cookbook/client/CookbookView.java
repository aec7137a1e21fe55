package dev.hyperclient.cookbook.client;

import java.math.BigDecimal;
import java.time.LocalDate;

import org.jspecify.annotations.Nullable;

/**
 * What the page shows of a cookbook.
 *
 * @param name its name
 * @param cuisine its cuisine
 * @param copyrightDate its copyright date
 * @param price its price
 * @param description what it is about
 */
record CookbookView(String name, @Nullable String cuisine, @Nullable LocalDate copyrightDate,
		@Nullable BigDecimal price, @Nullable String description) {
}
