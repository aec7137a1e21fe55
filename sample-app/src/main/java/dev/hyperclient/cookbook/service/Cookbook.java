package dev.hyperclient.cookbook.service;

import java.math.BigDecimal;
import java.time.LocalDate;

import org.jspecify.annotations.Nullable;

/**
 * A cookbook as it is stored.
 *
 * @param number the place in the collection from 1 on, which outlives a change of name
 * @param name the name, which is part of the address
 * @param description free text
 * @param cuisine one of the known cuisines
 * @param copyrightDate when the copyright began
 * @param lastPrinting when it was printed last
 * @param price what it costs
 * @param confirmed a value that no caller may see
 * @param revision how often the cookbook was modified
 * @param cover the number of the stored cover
 */
record Cookbook(int number, String name, @Nullable String description, @Nullable String cuisine,
		LocalDate copyrightDate, @Nullable LocalDate lastPrinting, BigDecimal price, boolean confirmed, int revision,
		@Nullable Integer cover) implements Named {

	Cookbook withName(String other) {
		return new Cookbook(this.number, other, this.description, this.cuisine, this.copyrightDate, this.lastPrinting,
				this.price, this.confirmed, this.revision, this.cover);
	}

	Cookbook withDescription(@Nullable String other) {
		return new Cookbook(this.number, this.name, other, this.cuisine, this.copyrightDate, this.lastPrinting,
				this.price, this.confirmed, this.revision, this.cover);
	}

	Cookbook withCuisine(@Nullable String other) {
		return new Cookbook(this.number, this.name, this.description, other, this.copyrightDate, this.lastPrinting,
				this.price, this.confirmed, this.revision, this.cover);
	}

	Cookbook withLastPrinting(@Nullable LocalDate other) {
		return new Cookbook(this.number, this.name, this.description, this.cuisine, this.copyrightDate, other,
				this.price, this.confirmed, this.revision, this.cover);
	}

	Cookbook withPrice(BigDecimal other) {
		if (other.compareTo(this.price) == 0) {
			return this;
		}
		return new Cookbook(this.number, this.name, this.description, this.cuisine, this.copyrightDate,
				this.lastPrinting, other, this.confirmed, this.revision, this.cover);
	}

	Cookbook withConfirmed(boolean other) {
		return new Cookbook(this.number, this.name, this.description, this.cuisine, this.copyrightDate,
				this.lastPrinting, this.price, other, this.revision, this.cover);
	}

	Cookbook withRevision(int other) {
		return new Cookbook(this.number, this.name, this.description, this.cuisine, this.copyrightDate,
				this.lastPrinting, this.price, this.confirmed, other, this.cover);
	}

	Cookbook withCover(@Nullable Integer other) {
		return new Cookbook(this.number, this.name, this.description, this.cuisine, this.copyrightDate,
				this.lastPrinting, this.price, this.confirmed, this.revision, other);
	}

	Cookbook revised() {
		return withRevision((this.revision != Integer.MAX_VALUE) ? this.revision + 1 : 0);
	}

}
