package dev.hyperclient.testservice;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Messages about names that a description does not have. A description can have hundreds
 * of names, so the nearest one is named.
 */
final class NearestName {

	private NearestName() {
	}

	/**
	 * Create an exception about a name that does not exist.
	 * @param what what does not exist
	 * @param name the name
	 * @param known the names that exist
	 * @return the exception
	 */
	static IllegalArgumentException unknown(String what, String name, Collection<String> known) {
		return new IllegalArgumentException("The description has no " + what
				+ of(name, known).map(". The nearest name is '%s'."::formatted).orElse(", and no other one."));
	}

	/**
	 * Return the nearest name.
	 * @param name the name
	 * @param known the names that exist
	 * @return the nearest one, empty if there are none
	 */
	static Optional<String> of(String name, Collection<String> known) {
		return known.stream().min(Comparator.comparingInt((candidate) -> distance(name, candidate)));
	}

	/**
	 * Return the number of characters to insert, remove or replace.
	 */
	private static int distance(String first, String second) {
		String from = first.toLowerCase(Locale.ROOT);
		String to = second.toLowerCase(Locale.ROOT);
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
