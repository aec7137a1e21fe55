package dev.hyperclient.internal.http;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.springframework.http.HttpHeaders;

/**
 * A field whose value is a list of strings (RFC 9651, 3.1 and 3.3.3), whose parameters
 * are parsed and ignored. What is malformed, or has a member that is no string, counts as
 * absent (RFC 9651, 4.2). Linear in the length of the value.
 */
public final class StringList {

	/** How many strings are returned. */
	static final int MAX_STRINGS = 128;

	/** The maximum length of a string, in characters. Longer ones are left out. */
	static final int MAX_LENGTH = 256;

	/** A longer field counts as absent. */
	static final int MAX_FIELD_LENGTH = 64 * 1024;

	private static final String OTHER_CHARACTERS = "!#$%&'*+-.^_`|~:/=";

	private final String text;

	private int at;

	private StringList(String text) {
		this.text = text;
	}

	/**
	 * Return the strings of a field, at most the first 128.
	 * @param headers the header fields
	 * @param name the name of the field
	 * @return the strings in their order, none if the field is absent or malformed
	 */
	public static Set<String> of(HttpHeaders headers, String name) {
		List<String> values = headers.getOrEmpty(name);
		String text = (values.size() == 1) ? values.get(0) : String.join(",", values);
		try {
			return (text.length() > MAX_FIELD_LENGTH) ? Set.of() : new StringList(text).strings();
		}
		catch (IllegalArgumentException ex) {
			return Set.of();
		}
	}

	private Set<String> strings() {
		Set<String> strings = new LinkedHashSet<>();
		skip(" ");
		while (!isAtEnd()) {
			verify(skipped('"'));
			String string = string();
			skipParameters();
			if (strings.size() < MAX_STRINGS && string.length() <= MAX_LENGTH) {
				strings.add(string);
			}
			skip(" \t");
			if (!isAtEnd()) {
				verify(skipped(','));
				skip(" \t");
				// A comma at the end.
				verify(!isAtEnd());
			}
		}
		return strings;
	}

	private void skipParameters() {
		while (skipped(';')) {
			skip(" ");
			skipKey();
			if (skipped('=')) {
				skipItem();
			}
		}
	}

	private void skipKey() {
		char first = next();
		verify((first >= 'a' && first <= 'z') || first == '*');
		while (!isAtEnd() && isKeyCharacter(this.text.charAt(this.at))) {
			this.at++;
		}
	}

	private void skipItem() {
		char first = next();
		if (first == '"') {
			string();
		}
		else if (first == '?') {
			char value = next();
			verify(value == '0' || value == '1');
		}
		else if (first == '%') {
			verify(skipped('"'));
			string();
		}
		else {
			// Of other values it matters only where they end.
			verify(isAlphanumeric(first) || "-*:@".indexOf(first) >= 0);
			while (!isAtEnd() && (isAlphanumeric(this.text.charAt(this.at)) || is(OTHER_CHARACTERS))) {
				this.at++;
			}
		}
	}

	/**
	 * Parse what follows the quotation mark of a string.
	 */
	private String string() {
		StringBuilder string = new StringBuilder();
		for (char c = next(); c != '"'; c = next()) {
			char unescaped = (c == '\\') ? next() : c;
			verify(unescaped >= ' ' && unescaped < 0x7F && (c != '\\' || unescaped == '"' || unescaped == '\\'));
			string.append(unescaped);
		}
		return string.toString();
	}

	private static boolean isKeyCharacter(char c) {
		return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || "_-.*".indexOf(c) >= 0;
	}

	private static boolean isAlphanumeric(char c) {
		return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
	}

	private void skip(String characters) {
		while (is(characters)) {
			this.at++;
		}
	}

	private boolean skipped(char c) {
		boolean found = is(c);
		this.at += found ? 1 : 0;
		return found;
	}

	private boolean isAtEnd() {
		return this.at == this.text.length();
	}

	private boolean is(String characters) {
		return !isAtEnd() && characters.indexOf(this.text.charAt(this.at)) >= 0;
	}

	private boolean is(char c) {
		return !isAtEnd() && this.text.charAt(this.at) == c;
	}

	private char next() {
		verify(!isAtEnd());
		return this.text.charAt(this.at++);
	}

	private static void verify(boolean valid) {
		if (!valid) {
			throw new IllegalArgumentException("Not a list of strings");
		}
	}

}
