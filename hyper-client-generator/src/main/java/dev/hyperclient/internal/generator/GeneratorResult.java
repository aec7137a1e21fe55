package dev.hyperclient.internal.generator;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Result of a run of the generator.
 *
 * @param skipped whether nothing was done, since description, overlay, configuration and
 * generator are the same as in the last run
 * @param files the number of generated files, those that were not rewritten included
 * @param written the number of files that were written
 * @param deleted the number of files of earlier runs that were deleted
 * @param names the names that could not be used in Java as they are, sorted,
 * unmodifiable; empty if the run was skipped
 * @param coverage how much has a type, {@code null} if the run was skipped
 */
public record GeneratorResult(boolean skipped, int files, int written, int deleted, List<String> names,
		@Nullable TypeCoverage coverage) {

	/**
	 * Create a result.
	 */
	public GeneratorResult {
		names = List.copyOf(names);
	}

}
