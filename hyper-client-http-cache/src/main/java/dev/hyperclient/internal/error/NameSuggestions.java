package dev.hyperclient.internal.error;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Suggests the closest of the known names, for messages.
 */
public final class NameSuggestions {

	private static final int MAX_LISTED = 20;

	/** Names of messages are short; a longer one is not worth the comparison. */
	private static final int MAX_COMPARED_LENGTH = 100;

	/** A service may describe any number of names. */
	private static final int MAX_COMPARED = 2_000;

	private NameSuggestions() {
	}

	/**
	 * Return the most similar name among the first 2,000 known names.
	 * @param name the name that is unknown
	 * @param known the known names
	 * @return the first of the most similar names, empty if none is similar
	 */
	public static Optional<String> closest(String name, Collection<String> known) {
		int smallest = Math.max(1, name.length() / 3) + 1;
		Optional<String> closest = Optional.empty();
		if (name.length() > MAX_COMPARED_LENGTH) {
			return closest;
		}
		int compared = 0;
		for (String candidate : known) {
			if (compared++ == MAX_COMPARED) {
				break;
			}
			// Each edit changes the length by one at most.
			if (Math.abs(candidate.length() - name.length()) < smallest) {
				int distance = distance(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
				if (distance < smallest) {
					smallest = distance;
					closest = Optional.of(candidate);
				}
			}
		}
		return closest;
	}

	/**
	 * Return the question for the most similar name.
	 * @param name the name that is unknown
	 * @param known the known names
	 * @return the question with a semicolon before it, empty if no name is similar
	 */
	public static String question(String name, Collection<String> known) {
		return closest(name, known).map(PrintableText::line).map("; did you mean '%s'?"::formatted).orElse("");
	}

	/**
	 * Return what to add to a message about an unknown name: the most similar name, and
	 * all names.
	 * @param name the name that is unknown
	 * @param owner what has the known names, such as the id of a type
	 * @param known the known names
	 * @return the text with a semicolon before it
	 */
	public static String hint(String name, String owner, Collection<String> known) {
		String question = question(name, known);
		return (question.isEmpty() ? ";" : question) + " " + PrintableText.line(owner) + " has: " + list(known);
	}

	/**
	 * Return what to add to a message about an unknown name of something that the message
	 * begins with.
	 * @param name the name that is unknown
	 * @param known the known names
	 * @return the text with a semicolon before it
	 */
	public static String hint(String name, Collection<String> known) {
		String question = question(name, known);
		return (question.isEmpty() ? "; it has: " : question + " It has: ") + list(known);
	}

	/**
	 * Return a list of names for a message.
	 * @param known the names
	 * @return the first names, or {@code none}
	 */
	public static String list(Collection<String> known) {
		if (known.isEmpty()) {
			return "none";
		}
		String listed = known.stream().limit(MAX_LISTED).map(PrintableText::line).collect(Collectors.joining(", "));
		return (known.size() > MAX_LISTED) ? listed + ", ..." : listed;
	}

	/**
	 * Return the number of inserted, removed, replaced and swapped characters between two
	 * names. Takes memory and time in proportion to the product of their lengths.
	 * @param from a name
	 * @param to another name
	 * @return the number, 0 for equal names
	 */
	public static int distance(String from, String to) {
		int[][] edits = new int[from.length() + 1][to.length() + 1];
		for (int i = 0; i <= from.length(); i++) {
			for (int j = 0; j <= to.length(); j++) {
				edits[i][j] = (i == 0 || j == 0) ? i + j : edits(edits, from, to, i, j);
			}
		}
		return edits[from.length()][to.length()];
	}

	private static int edits(int[][] edits, String from, String to, int i, int j) {
		int replaced = edits[i - 1][j - 1] + ((from.charAt(i - 1) == to.charAt(j - 1)) ? 0 : 1);
		int fewest = Math.min(Math.min(edits[i - 1][j], edits[i][j - 1]) + 1, replaced);
		boolean swapped = i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2)
				&& from.charAt(i - 2) == to.charAt(j - 1);
		return swapped ? Math.min(fewest, edits[i - 2][j - 2] + 1) : fewest;
	}

}
