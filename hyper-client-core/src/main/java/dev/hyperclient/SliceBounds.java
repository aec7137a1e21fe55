package dev.hyperclient;

import org.jspecify.annotations.Nullable;

/**
 * The bounds of a slice, checked in the specification's order: start, then stop, then
 * step.
 *
 * @param start the first index
 * @param stop the index after the last
 * @param step the distance from one index to the next
 */
record SliceBounds(int start, int stop, int step) {

	static SliceBounds of(@Nullable Integer start, @Nullable Integer stop, @Nullable Integer step) {
		if (start != null && start < 0) {
			throw new IllegalArgumentException("Collection slices must have a nonnegative start point.");
		}
		if (stop == null || stop < 0) {
			throw new IllegalArgumentException("Collection slices must have a definite, nonnegative end point.");
		}
		if (step != null && step <= 0) {
			throw new IllegalArgumentException("Collection slices must have a positive step.");
		}
		return new SliceBounds((start != null) ? start : 0, stop, (step != null) ? step : 1);
	}

	int length() {
		return Math.max(0, this.stop - this.start);
	}

}
