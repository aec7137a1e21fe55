package dev.hyperclient.testservice;

import java.util.Collection;
import java.util.regex.Pattern;

/**
 * Messages about mistakes in declarations.
 */
final class Advice {

	private static final int MAX_NAMES = 20;

	private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

	private Advice() {
	}

	/**
	 * Create an exception about a name that does not exist.
	 * @param what what the name was expected to denote
	 * @param name the name
	 * @param known the names that exist
	 * @return the exception
	 */
	static IllegalArgumentException unknown(String what, String name, Collection<String> known) {
		String some = String.join(", ", known.stream().limit(MAX_NAMES).toList());
		return new IllegalArgumentException("There is no %s '%s'. There %s".formatted(what, name,
				known.isEmpty() ? "are none." : "are: " + some + ((known.size() > MAX_NAMES) ? ", ..." : ".")));
	}

	static String requireName(String what, String name) {
		if (!NAME.matcher(name).matches()) {
			throw new IllegalArgumentException(
					"The name of %s consists of ASCII letters, digits and underscores and begins with a letter, but is '%s'"
						.formatted(what, name));
		}
		return name;
	}

	static String capitalized(String text) {
		return Character.toUpperCase(text.charAt(0)) + text.substring(1);
	}

}
