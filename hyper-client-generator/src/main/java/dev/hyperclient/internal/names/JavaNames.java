package dev.hyperclient.internal.names;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import javax.lang.model.SourceVersion;

/**
 * Java names for names of the service, always of ASCII characters, since they are names
 * of files too. For generated classes, and for the Java that the explorer shows.
 */
public final class JavaNames {

	/** File systems allow 255 bytes. */
	private static final int MAX_LENGTH = 120;

	private JavaNames() {
	}

	/** Return a class name: {@code bug_task} is {@code BugTask}. */
	public static String type(String name) {
		StringBuilder joined = new StringBuilder();
		words(name).forEach((word) -> joined.append(capitalized(word)));
		return valid(joined.toString());
	}

	/** Return a method name: {@code date_created} is {@code dateCreated}. */
	public static String member(String name) {
		List<String> words = words(name);
		if (words.isEmpty()) {
			return valid("");
		}
		String first = words.get(0);
		boolean acronym = first.equals(first.toUpperCase(Locale.ROOT));
		StringBuilder joined = new StringBuilder(acronym ? first.toLowerCase(Locale.ROOT)
				: first.substring(0, 1).toLowerCase(Locale.ROOT) + first.substring(1));
		words.subList(1, words.size()).forEach((word) -> joined.append(capitalized(word)));
		return valid(joined.toString());
	}

	/** Return the name of a setter. */
	public static String setter(String name) {
		StringBuilder joined = new StringBuilder("set");
		words(name).forEach((word) -> joined.append(capitalized(word)));
		return valid(joined.toString());
	}

	/** Return a name of a constant: {@code Fix Released} is {@code FIX_RELEASED}. */
	public static String constant(String text) {
		return valid(text.isEmpty() ? "EMPTY" : String.join("_", words(text)).toUpperCase(Locale.ROOT));
	}

	/** Return a word with a capital first letter. */
	public static String capitalized(String word) {
		return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
	}

	/** Return whether a name can be used as it is. */
	public static boolean isIdentifier(String name) {
		return name.equals(identifier(name));
	}

	/** Return the name itself if it can be used in Java, and otherwise another one. */
	public static String identifier(String name) {
		boolean ascii = name.matches("[A-Za-z_][A-Za-z0-9_]*") && !name.equals("_");
		return ascii ? valid(name) : member(name);
	}

	/**
	 * Return the name of the setter of a name of Java: the setter of {@code isPrivate} is
	 * {@code setIsPrivate}.
	 */
	public static String setterOf(String name) {
		return valid("set" + capitalized(name));
	}

	private static List<String> words(String name) {
		List<String> words = new ArrayList<>();
		StringBuilder word = new StringBuilder();
		// Letters without their accents.
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
		return SourceVersion.isKeyword(name, SourceVersion.RELEASE_17) || isRestricted(name) ? name + "_" : name;
	}

	/** Keywords in some places only, and of later versions. */
	private static boolean isRestricted(String name) {
		return switch (name) {
			case "var", "yield", "record", "sealed", "permits", "when" -> true;
			default -> false;
		};
	}

}
