package dev.hyperclient;

import java.net.URI;

import dev.hyperclient.error.UnexpectedResponseException;
import org.jspecify.annotations.Nullable;

/**
 * Follows next links. A walk that leads back to where it has been, found in constant
 * memory by Brent's method, or through too many pages without entries ends in an error.
 * For one thread.
 */
final class PageWalk {

	/** Pages may be empty where the user may not see any of their entries. */
	private static final int MAX_EMPTY_PAGES = 100;

	private final URI collection;

	private @Nullable URI landmark;

	private long steps;

	private long stepsToNextLandmark = 1;

	private int emptyPages;

	PageWalk(URI collection) {
		this.collection = collection;
	}

	/**
	 * Follow a link.
	 * @param next the next link of a page
	 * @param empty whether that page has no entries
	 * @return the link
	 */
	URI follow(URI next, boolean empty) {
		this.emptyPages = empty ? this.emptyPages + 1 : 0;
		if (this.emptyPages >= MAX_EMPTY_PAGES) {
			throw new UnexpectedResponseException(this.collection,
					"%s has %d pages in a row without entries, the last of which links to %s; no more are fetched"
						.formatted(this.collection, this.emptyPages, next));
		}
		if (next.equals(this.landmark) || next.equals(this.collection)) {
			throw new UnexpectedResponseException(this.collection,
					"The pages of %s go in circles: a next_collection_link leads back to %s".formatted(this.collection,
							next));
		}
		if (++this.steps == this.stepsToNextLandmark) {
			this.landmark = next;
			this.steps = 0;
			this.stepsToNextLandmark *= 2;
		}
		return next;
	}

}
