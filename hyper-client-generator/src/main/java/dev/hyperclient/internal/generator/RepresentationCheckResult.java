package dev.hyperclient.internal.generator;

import java.util.List;

/**
 * Result of a check of recorded representations. Each problem is one line, which names
 * the file of the overlay or description with the line of the rule, the attribute, a
 * recorded file, and what to change.
 *
 * @param entries the number of recorded entries of generated types
 * @param types the number of generated types that these entries have
 * @param contradictions what generated getters cannot read, and what is null but declared
 * as required, sorted, unmodifiable
 * @param missingRules the attributes without a type in the description and in the
 * overlay, whose recorded values have one, and recorded attributes that the description
 * lacks, sorted, unmodifiable
 */
public record RepresentationCheckResult(int entries, int types, List<String> contradictions,
		List<String> missingRules) {

	/**
	 * Create a result.
	 */
	public RepresentationCheckResult {
		contradictions = List.copyOf(contradictions);
		missingRules = List.copyOf(missingRules);
	}

}
