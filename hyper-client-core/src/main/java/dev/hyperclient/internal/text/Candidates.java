package dev.hyperclient.internal.text;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds the name that was probably meant, for messages.
 */
public final class Candidates {

	private static final int MAX_LISTED = 20;

	/** Names of messages are short; a longer one is not worth the comparison. */
	private static final int MAX_COMPARED_LENGTH = 100;

	/** A service may describe any number of names. */
	private static final int MAX_COMPARED = 2_000;

	private Candidates() {
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
	 * @param one a name
	 * @param other another name
	 * @return the number, 0 for equal names
	 */
	public static int distance(String one, String other) {
		int[][] edits = new int[one.length() + 1][other.length() + 1];
		for (int i = 0; i <= one.length(); i++) {
			for (int j = 0; j <= other.length(); j++) {
				edits[i][j] = (i == 0 || j == 0) ? i + j : edits(edits, one, other, i, j);
			}
		}
		return edits[one.length()][other.length()];
	}

	private static int edits(int[][] edits, String one, String other, int i, int j) {
		int replaced = edits[i - 1][j - 1] + ((one.charAt(i - 1) == other.charAt(j - 1)) ? 0 : 1);
		int fewest = Math.min(Math.min(edits[i - 1][j], edits[i][j - 1]) + 1, replaced);
		boolean swapped = i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2)
				&& one.charAt(i - 2) == other.charAt(j - 1);
		return swapped ? Math.min(fewest, edits[i - 2][j - 2] + 1) : fewest;
	}

}
