package dev.hyperclient.cookbook.library;

import java.util.List;

import dev.hyperclient.EntryIteration;

/**
 * How the recipes are read.
 *
 * @param prefetch whether the dishes of a page are fetched together
 * @param readAhead whether the next page is fetched while a page is read
 * @param pageSize the number of recipes in a page
 * @param keepCache whether the cache keeps what earlier walks have read
 */
record WalkSettings(boolean prefetch, boolean readAhead, int pageSize, boolean keepCache) {

	static final List<Integer> PAGE_SIZES = List.of(5, 20, 50, 100, 200);

	static final List<WalkSettings> COMPARED = List.of(new WalkSettings(false, false, 5, false),
			new WalkSettings(false, false, 100, false), new WalkSettings(true, true, 100, false),
			new WalkSettings(true, true, 100, true));

	/** The page size of a request that was tampered with is replaced. */
	WalkSettings {
		pageSize = PAGE_SIZES.contains(pageSize) ? pageSize : PAGE_SIZES.get(0);
	}

	EntryIteration apply(EntryIteration recipes) {
		EntryIteration applied = recipes.pageSize(this.pageSize);
		applied = this.prefetch ? applied.prefetch("dish") : applied;
		return this.readAhead ? applied.readAhead() : applied;
	}

	/** Return the settings as a text for the page. */
	String text() {
		return "Pages of " + this.pageSize + (this.prefetch ? ", prefetch" : "")
				+ (this.readAhead ? ", read-ahead" : "") + (this.keepCache ? ", cache kept" : "");
	}

}
