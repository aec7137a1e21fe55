package dev.hyperclient.cookbook.service;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

import dev.hyperclient.testservice.EntryList;
import dev.hyperclient.testservice.EntryStore;
import dev.hyperclient.testservice.EntryType;
import dev.hyperclient.testservice.FileAccess;
import dev.hyperclient.testservice.ValueDefinition;
import org.jspecify.annotations.Nullable;

/**
 * A stored cookbook and its entry type.
 *
 * @param number the position in the collection from 1 on, independent of the name
 * @param name the name, which is the key in the URL
 * @param description a description
 * @param cuisine one of {@link #CUISINES}
 * @param copyrightDate the copyright date
 * @param lastPrinting the date of the last printing
 * @param price the price
 * @param confirmed a value that no client may read
 * @param revision the number of modifications
 * @param cover the number of the stored cover
 */
record Cookbook(int number, String name, @Nullable String description, @Nullable String cuisine,
		LocalDate copyrightDate, @Nullable LocalDate lastPrinting, BigDecimal price, boolean confirmed, int revision,
		@Nullable Integer cover) implements NamedEntries.NamedEntry {

	static final List<String> CUISINES = List.of("General", "Vegetarian", "American", "Dessert", "Française");

	static final EntryType<Library, Cookbook> TYPE = EntryType.builder("cookbook", "cookbooks", new Store())
		.summary("A collection of recipes between two covers.")
		.attribute(ValueDefinition.key("name").mandatory(), (library, cookbook) -> cookbook.name(), Cookbook::withName)
		.attribute(ValueDefinition.date("copyright_date").mandatory(), (library, cookbook) -> cookbook.copyrightDate())
		.attribute(ValueDefinition.text("description"), (library, cookbook) -> cookbook.description(),
				Cookbook::withDescription)
		.attribute(ValueDefinition.integer("revision_number").mandatory(), (library, cookbook) -> cookbook.revision(),
				Cookbook::withRevision)
		.redactedAttribute(ValueDefinition.bool("confirmed").mandatory(), (library, cookbook) -> cookbook.confirmed(),
				Cookbook::withConfirmed)
		.attribute(ValueDefinition.choice("cuisine", CUISINES), (library, cookbook) -> cookbook.cuisine(),
				Cookbook::withCuisine)
		.attribute(ValueDefinition.date("last_printing"), (library, cookbook) -> cookbook.lastPrinting(),
				Cookbook::withLastPrinting)
		.attribute(ValueDefinition.decimal("price").mandatory(), (library, cookbook) -> cookbook.price(),
				Cookbook::withPrice)
		.collection("recipes", "recipe", (library, cookbook) -> library.recipes().ofCookbook(cookbook.number()))
		.file("cover", new CoverAccess())
		.collectionOperations(CookbookOperations.ofCollection())
		.operations(CookbookOperations.ofEntry())
		.build();

	Cookbook withName(String other) {
		return new Cookbook(this.number, other, this.description, this.cuisine, this.copyrightDate, this.lastPrinting,
				this.price, this.confirmed, this.revision, this.cover);
	}

	private Cookbook withDescription(@Nullable String other) {
		return new Cookbook(this.number, this.name, (other != null) ? other.strip() : null, this.cuisine,
				this.copyrightDate, this.lastPrinting, this.price, this.confirmed, this.revision, this.cover);
	}

	private Cookbook withCuisine(@Nullable String other) {
		return new Cookbook(this.number, this.name, this.description, other, this.copyrightDate, this.lastPrinting,
				this.price, this.confirmed, this.revision, this.cover);
	}

	private Cookbook withLastPrinting(@Nullable LocalDate other) {
		return new Cookbook(this.number, this.name, this.description, this.cuisine, this.copyrightDate, other,
				this.price, this.confirmed, this.revision, this.cover);
	}

	private Cookbook withPrice(BigDecimal other) {
		if (other.compareTo(this.price) == 0) {
			return this;
		}
		return new Cookbook(this.number, this.name, this.description, this.cuisine, this.copyrightDate,
				this.lastPrinting, other, this.confirmed, this.revision, this.cover);
	}

	private Cookbook withConfirmed(boolean other) {
		return new Cookbook(this.number, this.name, this.description, this.cuisine, this.copyrightDate,
				this.lastPrinting, this.price, other, this.revision, this.cover);
	}

	private Cookbook withRevision(int other) {
		return new Cookbook(this.number, this.name, this.description, this.cuisine, this.copyrightDate,
				this.lastPrinting, this.price, this.confirmed, other, this.cover);
	}

	Cookbook withCover(@Nullable Integer other) {
		return new Cookbook(this.number, this.name, this.description, this.cuisine, this.copyrightDate,
				this.lastPrinting, this.price, this.confirmed, this.revision, other);
	}

	/**
	 * Return the cookbook with the next revision number.
	 * @return the cookbook
	 */
	Cookbook revised() {
		return withRevision((this.revision != Integer.MAX_VALUE) ? this.revision + 1 : 0);
	}

	private static final class Store implements EntryStore<Library, Cookbook> {

		@Override
		public EntryList<Cookbook> list(Library library) {
			return EntryList.of(library.cookbooks().entries());
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
			return library.replaceCookbook(before, after);
		}

	}

	private static final class CoverAccess implements FileAccess<Library, Cookbook> {

		@Override
		public @Nullable Integer number(Cookbook cookbook) {
			return cookbook.cover();
		}

		@Override
		public Library store(Library library, Cookbook cookbook, String mediaType, String name, byte[] content) {
			return library.storeCover(cookbook, mediaType, name, content);
		}

		@Override
		public Library remove(Library library, Cookbook cookbook, int number) {
			return library.removeCover(cookbook, number);
		}

	}

}
