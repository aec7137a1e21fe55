package dev.hyperclient.test;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * Names that were probably meant.
 */
final class SimilarNames {

	private SimilarNames() {
	}

	/**
	 * Return the most similar name.
	 * @param name the name that is unknown
	 * @param known the known names
	 * @return the name, empty if none is similar
	 */
	static Optional<String> closest(String name, Collection<String> known) {
		return known.stream()
			.filter((candidate) -> distance(name, candidate) <= Math.max(1, name.length() / 3))
			.min(Comparator.comparingInt((candidate) -> distance(name, candidate)));
	}

	/** Return the question for the most similar name, with a blank before it. */
	static String question(String name, Collection<String> known) {
		return closest(name, known).map(" Did you mean '%s'?"::formatted).orElse("");
	}

	/** Return the number of characters to insert, remove or replace. */
	static int distance(String from, String to) {
		int[] previous = new int[to.length() + 1];
		for (int j = 0; j <= to.length(); j++) {
			previous[j] = j;
		}
		for (int i = 1; i <= from.length(); i++) {
			int[] row = new int[to.length() + 1];
			row[0] = i;
			for (int j = 1; j <= to.length(); j++) {
				int replaced = previous[j - 1] + ((from.charAt(i - 1) == to.charAt(j - 1)) ? 0 : 1);
				row[j] = Math.min(replaced, Math.min(previous[j], row[j - 1]) + 1);
			}
			previous = row;
		}
		return previous[to.length()];
	}

}
