package dev.hyperclient;

import java.net.URI;

import dev.hyperclient.error.UnexpectedResponseException;
import org.jspecify.annotations.Nullable;

/**
 * Follows next links and notices when they lead back to where the walk has been, in
 * constant memory: Brent's method of finding a cycle. For one thread.
 */
final class PageWalk {

	private final URI collection;

	private @Nullable URI landmark;

	private long steps;

	private long stepsToNextLandmark = 1;

	PageWalk(URI collection) {
		this.collection = collection;
	}

	/** The next link, unless the walk goes in circles. */
	URI follow(URI next) {
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
