package dev.hyperclient.internal.generator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

import dev.hyperclient.internal.generator.Overlay.Rule;
import dev.hyperclient.internal.names.JavaNames;
import org.jspecify.annotations.Nullable;

/**
 * The names of one class or package. Names of the overlay are claimed first, and used as
 * they are. The others are taken in turn: the first keeps its name.
 */
final class NameScope {

	private static final String RESERVED = "";

	private static final Set<String> OBJECT_METHODS = Set.of("getClass", "hashCode", "equals", "clone", "toString",
			"notify", "notifyAll", "wait", "finalize");

	private final UnaryOperator<String> key;

	private final Report report;

	/** What has each name. */
	private final Map<String, String> owners = new HashMap<>();

	/** The names of the overlay. */
	private final Map<String, Claim> claims = new HashMap<>();

	/** The last number of each name, since thousands may be equal. */
	private final Map<String, Integer> numbers = new HashMap<>();

	private NameScope(UnaryOperator<String> key, Set<String> reserved, Report report) {
		this.key = key;
		this.report = report;
		reserved.forEach((name) -> this.owners.put(key.apply(name), RESERVED));
	}

	private record Claim(String name, int line, String owner) {

	}

	/** Return a scope of names that are different if they differ in case. */
	static NameScope ofMembers(Set<String> reserved, Report report) {
		return new NameScope(UnaryOperator.identity(), reserved, report);
	}

	/** Return a scope of methods of a class, besides the methods of each object. */
	static NameScope ofMethods(Set<String> reserved, Report report) {
		NameScope scope = ofMembers(OBJECT_METHODS, report);
		reserved.forEach((name) -> scope.owners.put(name, RESERVED));
		return scope;
	}

	/** Return a scope of class names, which are files: some systems ignore the case. */
	static NameScope ofTypes(Set<String> reserved, Report report) {
		return new NameScope((name) -> name.toLowerCase(Locale.ROOT), reserved, report);
	}

	/**
	 * Use the name that rules of the overlay decide about, unless something else has it.
	 */
	void claim(List<Rule> rules, String owner) {
		Overlay.deciding(rules, (rule) -> rule.name() != null)
			// The name of a pattern is a problem of its own, which is reported once.
			.filter((rule) -> !Rule.isPattern(rule.subjectName()))
			.ifPresent((rule) -> claim(String.valueOf(rule.correction().name()), rule.line(), owner));
	}

	void claim(String name, int line, String owner) {
		String other = this.owners.get(this.key.apply(name));
		if (other == null) {
			this.owners.put(this.key.apply(name), owner);
			this.claims.put(this.key.apply(name), new Claim(name, line, owner));
		}
		else if (other.equals(RESERVED)) {
			this.report.problems()
				.add(line, "the name '%s' of %s is reserved for another purpose; choose another one".formatted(name,
						owner));
		}
		else {
			this.report.problems()
				.add(line,
						"the name '%s' of %s is also the name of %s; choose another one".formatted(name, owner, other));
		}
	}

	/** Return the name of the overlay as it is, or else a free one for a member. */
	String takeMember(@Nullable String given, String name, String suffix, String owner) {
		if (given != null) {
			return given;
		}
		String wanted = JavaNames.member(name);
		String taken = free(wanted, suffix, owner);
		this.report.add(owner, name, taken, wanted);
		return taken;
	}

	/** Return a free name, and report it if it is not the wanted one. */
	String take(String wanted, String suffix, String owner) {
		String taken = free(wanted, suffix, owner);
		this.report.add(owner, wanted, taken);
		return taken;
	}

	/**
	 * Return a free name: the wanted one, or else with a suffix, or else with a number.
	 */
	String free(String wanted, String suffix, String owner) {
		@Nullable Claim claim = this.claims.get(this.key.apply(wanted));
		if (claim != null) {
			this.report.problems()
				.add(claim.line(),
						"the name '%s' of %s is also the name of %s; choose another one, or rename that one too"
							.formatted(claim.name(), claim.owner(), owner));
		}
		String name = isFree(wanted) ? wanted : wanted + suffix;
		String free = name;
		if (!isFree(name)) {
			int number = this.numbers.getOrDefault(this.key.apply(name), 1);
			do {
				number++;
				free = name + number;
			}
			while (!isFree(free));
			this.numbers.put(this.key.apply(name), number);
		}
		this.owners.put(this.key.apply(free), owner);
		return free;
	}

	private boolean isFree(String name) {
		return !this.owners.containsKey(this.key.apply(name));
	}

	/**
	 * Lists the names that could not be used in Java as they are expected.
	 */
	static final class Report {

		private final List<String> lines = new ArrayList<>();

		private final OverlayProblems problems;

		Report(OverlayProblems problems) {
			this.problems = problems;
		}

		/** Return the problems of the overlay, to which names that clash are added. */
		OverlayProblems problems() {
			return this.problems;
		}

		/** Add a name if it is not the expected one. */
		void add(String owner, String expected, String name) {
			if (!name.equals(expected)) {
				this.lines.add(owner + ": " + name);
			}
		}

		/**
		 * Add a name of a member, if it is not the name of the service in the notation of
		 * Java.
		 */
		void add(String owner, String serviceName, String name, String wanted) {
			if (!name.equals(wanted) || !serviceName.replace("_", "").equalsIgnoreCase(name)) {
				this.lines.add(owner + ": " + name);
			}
		}

		List<String> lines() {
			return this.lines.stream().map(Report::escaped).toList();
		}

		/** Names of the service may contain any character. */
		private static String escaped(String line) {
			StringBuilder escaped = new StringBuilder(line.length());
			line.codePoints().forEach((character) -> {
				switch (Character.getType(character)) {
					case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.LINE_SEPARATOR,
							Character.PARAGRAPH_SEPARATOR ->
						escaped.append("\\u{%x}".formatted(character));
					default -> escaped.appendCodePoint(character);
				}
			});
			return escaped.toString();
		}

	}

}
