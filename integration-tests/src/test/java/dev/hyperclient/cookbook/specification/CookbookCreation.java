package dev.hyperclient.cookbook.specification;

import java.math.BigDecimal;
import java.time.LocalDate;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;

/**
 * Creates cookbooks.
 */
final class CookbookCreation {

	private CookbookCreation() {
	}

	static Entry create(ServiceRoot root, String name) {
		return root.collection("cookbooks")
			.operation("create")
			.with("name", name)
			.with("cuisine", "General")
			.with("copyright_date", LocalDate.of(1994, 1, 1))
			.with("last_printing", LocalDate.of(2009, 1, 1).atStartOfDay())
			.with("price", new BigDecimal("1.23"))
			.invoke()
			.entry();
	}

}
