package dev.hyperclient.testservice;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

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
		return new IllegalArgumentException("There is no %s '%s'. There %s".formatted(what, name, listed(known)));
	}

	static String listed(Collection<String> names) {
		String some = String.join(", ", names.stream().limit(MAX_NAMES).toList());
		return names.isEmpty() ? "are none." : "are: " + some + ((names.size() > MAX_NAMES) ? ", ..." : ".");
	}

	/**
	 * Refuse a declaration unless a condition is met.
	 * @param met whether the condition is met
	 * @param message the message, a format if there are arguments
	 * @param arguments the arguments of the message
	 * @throws IllegalArgumentException if the condition is not met
	 */
	static void require(boolean met, String message, @Nullable Object... arguments) {
		if (!met) {
			throw new IllegalArgumentException((arguments.length > 0) ? message.formatted(arguments) : message);
		}
	}

	static String requireName(String what, String name) {
		require(NAME.matcher(name).matches(),
				"The name of %s consists of ASCII letters, digits and underscores and begins with a letter, but is '%s'",
				what, name);
		return name;
	}

	/**
	 * Add a named part of a declaration.
	 * @param <T> the type of the part
	 * @param all the parts by name
	 * @param name the name
	 * @param part the part
	 * @param subject the part in the message if it is declared twice
	 */
	static <T> void declare(Map<String, T> all, String name, T part, String subject) {
		require(all.putIfAbsent(name, part) == null, "%s is declared twice", subject);
	}

	static String capitalized(String text) {
		return Character.toUpperCase(text.charAt(0)) + text.substring(1);
	}

	/**
	 * Create an exception about a name that a description does not have. It can have
	 * hundreds of names, so the nearest one is named.
	 * @param what what does not exist
	 * @param name the name
	 * @param known the names that exist
	 * @return the exception
	 */
	static IllegalArgumentException notDescribed(String what, String name, Collection<String> known) {
		return new IllegalArgumentException("The description has no " + what
				+ nearest(name, known).map(". The nearest name is '%s'."::formatted).orElse(", and no other one."));
	}

	/**
	 * Return the nearest name: the first one that has the longest beginning in common.
	 * @param name the name
	 * @param known the names that exist
	 * @return the nearest one, empty if there are none
	 */
	static Optional<String> nearest(String name, Collection<String> known) {
		return known.stream().max(Comparator.comparingInt((candidate) -> commonBeginning(name, candidate)));
	}

	private static int commonBeginning(String name, String candidate) {
		int length = Arrays.mismatch(name.toLowerCase(Locale.ROOT).toCharArray(),
				candidate.toLowerCase(Locale.ROOT).toCharArray());
		return (length < 0) ? name.length() : length;
	}

}
