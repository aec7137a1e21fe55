package dev.hyperclient.cookbook.service;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The description of cookbooks.
 */
final class CookbookType {

	static final List<String> CUISINES = List.of("General", "Vegetarian", "American", "Dessert", "Française");

	static final TypeDescription<Cookbook> DESCRIPTION = new TypeDescription<>("cookbook", "cookbooks",
			"A collection of recipes between two covers.", fields(), CookbookOperations.ofCollection(),
			CookbookOperations.ofEntry(), false, new Access());

	private CookbookType() {
	}

	private static List<FieldDescription<Cookbook>> fields() {
		return List.of(
				FieldDescription
					.<Cookbook>of(ValueDescription.of("name", ValueKind.NAME).mandatory(),
							(library, cookbook) -> cookbook.name())
					.writtenBy((cookbook, name) -> cookbook.withName((String) Objects.requireNonNull(name))),
				FieldDescription.of(ValueDescription.of("copyright_date", ValueKind.DATE).mandatory(),
						(library, cookbook) -> cookbook.copyrightDate()),
				FieldDescription
					.<Cookbook>of(ValueDescription.of("description", ValueKind.TEXT),
							(library, cookbook) -> cookbook.description())
					.writtenBy((cookbook, text) -> cookbook
						.withDescription((text != null) ? ((String) text).strip() : null)),
				FieldDescription
					.<Cookbook>of(ValueDescription.of("revision_number", ValueKind.INTEGER).mandatory(),
							(library, cookbook) -> cookbook.revision())
					.writtenBy((cookbook, number) -> cookbook.withRevision((Integer) Objects.requireNonNull(number))),
				FieldDescription
					.<Cookbook>of(ValueDescription.of("confirmed", ValueKind.TRUTH).mandatory(),
							(library, cookbook) -> cookbook.confirmed())
					.writtenBy((cookbook, truth) -> cookbook.withConfirmed((Boolean) Objects.requireNonNull(truth)))
					.hidden(),
				FieldDescription
					.<Cookbook>of(ValueDescription.choice("cuisine", CUISINES),
							(library, cookbook) -> cookbook.cuisine())
					.writtenBy((cookbook, cuisine) -> cookbook.withCuisine((String) cuisine)),
				FieldDescription
					.<Cookbook>of(ValueDescription.of("last_printing", ValueKind.DATE),
							(library, cookbook) -> cookbook.lastPrinting())
					.writtenBy((cookbook, date) -> cookbook.withLastPrinting((LocalDate) date)),
				FieldDescription
					.<Cookbook>of(ValueDescription.of("price", ValueKind.NUMBER).mandatory(),
							(library, cookbook) -> cookbook.price())
					.writtenBy((cookbook, price) -> cookbook.withPrice((BigDecimal) Objects.requireNonNull(price))),
				FieldDescription
					.linkOnly(ValueDescription.link("recipes", ValueKind.COLLECTION, "recipe-page-resource")),
				FieldDescription.<Cookbook>linkOnly(ValueDescription.file("cover")).writtenElsewhere());
	}

	private static final class Access implements EntryAccess<Cookbook> {

		@Override
		public Listing<Cookbook> list(Library library) {
			return Listing.of(library.cookbooks().entries());
		}

		@Override
		public Optional<Cookbook> find(Library library, String key) {
			return library.cookbooks().find(key);
		}

		@Override
		public String keyOf(Cookbook cookbook) {
			return cookbook.name();
		}

		@Override
		public Library replace(Library library, Cookbook before, Cookbook after) {
			RequestRefusedException.ifTaken(library.cookbooks(), after, DESCRIPTION.name());
			// A client that writes the revision itself gets the one it wrote.
			Cookbook stored = (after.revision() != before.revision()) ? after : after.revised();
			return library.withCookbooks(library.cookbooks().replace(stored));
		}

	}

}
