package dev.hyperclient;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the name that was probably meant, for messages.
 */
final class Candidates {

	private Candidates() {
	}

	/** Return the most similar name, empty if none is similar. */
	static Optional<String> closest(String name, Collection<String> known) {
		int limit = Math.max(1, name.length() / 3);
		return known.stream()
			.filter((candidate) -> Math.abs(candidate.length() - name.length()) <= limit)
			.filter((candidate) -> distance(name, candidate) <= limit)
			.min(Comparator.comparingInt((candidate) -> distance(name, candidate)));
	}

	/** Return the text after a message: the most similar name, and all names. */
	static String hint(String name, Collection<String> known) {
		return closest(name, known).map("; did you mean '%s'?"::formatted).orElse(".") + " It has: " + list(known);
	}

	static String list(Collection<String> known) {
		return known.isEmpty() ? "none" : String.join(", ", known);
	}

	/**
	 * Return the number of inserted, removed, replaced and swapped characters between two
	 * names, ignoring case.
	 */
	private static int distance(String one, String other) {
		String a = one.toLowerCase(Locale.ROOT);
		String b = other.toLowerCase(Locale.ROOT);
		int[][] edits = new int[a.length() + 1][b.length() + 1];
		for (int i = 0; i <= a.length(); i++) {
			for (int j = 0; j <= b.length(); j++) {
				edits[i][j] = (i == 0 || j == 0) ? i + j : Math.min(Math.min(edits[i - 1][j], edits[i][j - 1]) + 1,
						edits[i - 1][j - 1] + ((a.charAt(i - 1) == b.charAt(j - 1)) ? 0 : 1));
				if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
					edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
				}
			}
		}
		return edits[a.length()][b.length()];
	}

}
