package dev.hyperclient.explorer;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import javax.lang.model.SourceVersion;

/**
 * Java names and literals. Names are those of {@code hyper-client-generator}, which is no
 * dependency of an application; a test compiles them against what it generates.
 */
final class JavaNames {

	private static final int MAX_LENGTH = 120;

	private static final Set<String> RESTRICTED = Set.of("var", "yield", "record", "sealed", "permits", "when");

	private JavaNames() {
	}

	/** Return a class name: {@code bug_task} is {@code BugTask}. */
	static String type(String name) {
		return valid(joined("", words(name)));
	}

	/** Return a method name: {@code date_created} is {@code dateCreated}. */
	static String member(String name) {
		List<String> words = words(name);
		if (words.isEmpty()) {
			return valid("");
		}
		String first = words.get(0);
		boolean acronym = first.equals(first.toUpperCase(Locale.ROOT));
		return valid(joined(
				acronym ? first.toLowerCase(Locale.ROOT)
						: first.substring(0, 1).toLowerCase(Locale.ROOT) + first.substring(1),
				words.subList(1, words.size())));
	}

	/** Return the name of a setter. */
	static String setter(String name) {
		return valid(joined("set", words(name)));
	}

	/** Return a name that is not taken, and take it. */
	static String take(String wanted, String suffix, Set<String> taken) {
		String name = taken.contains(wanted) ? wanted + suffix : wanted;
		String free = name;
		for (int number = 2; taken.contains(free); number++) {
			free = name + number;
		}
		taken.add(free);
		return free;
	}

	/** Return a class name that differs from the others by more than its case. */
	static String takeType(String wanted, String suffix, Set<String> taken) {
		Set<String> before = new HashSet<>(taken);
		String name = before.contains(wanted.toLowerCase(Locale.ROOT)) ? wanted + suffix : wanted;
		String free = name;
		for (int number = 2; before.contains(free.toLowerCase(Locale.ROOT)); number++) {
			free = name + number;
		}
		taken.add(free.toLowerCase(Locale.ROOT));
		return free;
	}

	/** Return a text as a literal of ASCII characters. */
	static String literal(String text) {
		StringBuilder literal = new StringBuilder("\"");
		for (int i = 0; i < text.length(); i++) {
			char character = text.charAt(i);
			switch (character) {
				case '"' -> literal.append("\\\"");
				case '\\' -> literal.append("\\\\");
				case '\n' -> literal.append("\\n");
				case '\r' -> literal.append("\\r");
				case '\t' -> literal.append("\\t");
				default -> {
					if (character < ' ' || character > '~') {
						literal.append("\\u%04x".formatted((int) character));
					}
					else {
						literal.append(character);
					}
				}
			}
		}
		return literal.append('"').toString();
	}

	private static String joined(String start, List<String> words) {
		StringBuilder joined = new StringBuilder(start);
		words.forEach((word) -> joined.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1)));
		return joined.toString();
	}

	private static List<String> words(String name) {
		List<String> words = new ArrayList<>();
		StringBuilder word = new StringBuilder();
		Normalizer.normalize(name, Normalizer.Form.NFKD).codePoints().forEach((character) -> {
			if (character < 128 && Character.isLetterOrDigit(character)) {
				word.appendCodePoint(character);
			}
			else if (Character.getType(character) == Character.NON_SPACING_MARK) {
				return;
			}
			else if (Character.isLetterOrDigit(character)) {
				word.append('u').append(Integer.toHexString(character));
			}
			else if (!word.isEmpty()) {
				words.add(word.toString());
				word.setLength(0);
			}
		});
		if (!word.isEmpty()) {
			words.add(word.toString());
		}
		return words;
	}

	private static String valid(String joined) {
		String name = joined.isEmpty() ? "unnamed" : joined;
		if (name.length() > MAX_LENGTH) {
			name = name.substring(0, MAX_LENGTH - 9) + "_" + Integer.toHexString(name.hashCode());
		}
		if (Character.isDigit(name.charAt(0))) {
			name = "_" + name;
		}
		return SourceVersion.isKeyword(name, SourceVersion.RELEASE_17) || RESTRICTED.contains(name) ? name + "_" : name;
	}

}
