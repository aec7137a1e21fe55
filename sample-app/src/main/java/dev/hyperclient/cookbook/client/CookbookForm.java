package dev.hyperclient.cookbook.client;

import java.math.BigDecimal;
import java.time.LocalDate;

import org.springframework.format.annotation.DateTimeFormat;

/**
 * What a new cookbook needs.
 *
 * @param name its name
 * @param cuisine one of the cuisines that the service knows
 * @param copyrightDate its copyright date
 * @param lastPrinting when it was printed last
 * @param price its price
 */
record CookbookForm(String name, String cuisine, @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) LocalDate copyrightDate,
		@DateTimeFormat(iso = DateTimeFormat.ISO.DATE) LocalDate lastPrinting, BigDecimal price) {
}
