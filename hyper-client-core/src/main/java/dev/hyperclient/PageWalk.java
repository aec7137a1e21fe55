package dev.hyperclient;

import java.net.URI;

import dev.hyperclient.error.UnexpectedResponseException;
import org.jspecify.annotations.Nullable;

/**
 * Follows links to next pages. Throws an exception for a cycle, detected in constant
 * memory by Brent's algorithm, and for too many pages without entries. Not thread-safe.
 */
final class PageWalk {

	/** Pages are empty if none of their entries is visible to the user. */
	private static final int MAX_EMPTY_PAGES = 100;

	private final URI collection;

	private @Nullable URI checkpoint;

	private long steps;

	private long stepsToNextCheckpoint = 1;

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
		if (next.equals(this.checkpoint) || next.equals(this.collection)) {
			throw new UnexpectedResponseException(this.collection,
					"The pages of %s form a cycle: a next_collection_link leads back to %s".formatted(this.collection,
							next));
		}
		if (++this.steps == this.stepsToNextCheckpoint) {
			this.checkpoint = next;
			this.steps = 0;
			this.stepsToNextCheckpoint *= 2;
		}
		return next;
	}

}
