package dev.hyperclient.generator;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The names of one class or package. Each is given once: the first keeps it.
 */
final class NameScope {

	private final Set<String> taken = new HashSet<>();

	private final UnaryOperator<String> key;

	private NameScope(UnaryOperator<String> key, Set<String> reserved) {
		this.key = key;
		reserved.forEach((name) -> this.taken.add(key.apply(name)));
	}

	/** Return a scope of names that are different if they differ in case. */
	static NameScope ofMembers(Set<String> reserved) {
		return new NameScope(UnaryOperator.identity(), reserved);
	}

	/** Return a scope of class names, which are files: some systems ignore the case. */
	static NameScope ofTypes(Set<String> reserved) {
		return new NameScope((name) -> name.toLowerCase(Locale.ROOT), reserved);
	}

	boolean isFree(String name) {
		return !this.taken.contains(this.key.apply(name));
	}

	/**
	 * Return a free name: the wanted one, or else with a suffix, or else with a number.
	 */
	String take(String wanted, String suffix) {
		String name = isFree(wanted) ? wanted : wanted + suffix;
		String free = name;
		for (int number = 2; !isFree(free); number++) {
			free = name + number;
		}
		this.taken.add(this.key.apply(free));
		return free;
	}

}
