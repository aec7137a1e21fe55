package dev.hyperclient.internal.generator;

import java.util.List;

/**
 * Result of a run of {@link OverlaySuggester}.
 *
 * @param rules the new rules of the overlay, one a line, with type, member and source,
 * sorted, unmodifiable. If there are none, the file is unchanged
 * @param conflicts what does not agree, one a line: recorded values with existing rules,
 * with each other or with texts of the description, sorted, unmodifiable
 * @param coverage how much has a type with the new rules
 * @param requests the number of requests to the service
 */
public record SuggestResult(List<String> rules, List<String> conflicts, TypeCoverage coverage, int requests) {

	/**
	 * Create a result.
	 */
	public SuggestResult {
		rules = List.copyOf(rules);
		conflicts = List.copyOf(conflicts);
	}

}
