package dev.hyperclient.internal.fields;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.springframework.http.HttpHeaders;

/**
 * A field whose value is a list of strings (RFC 9651, 3.1 and 3.3.3), whose parameters
 * are ignored. What is malformed counts as absent (RFC 9651, 4.2). Linear in the length
 * of the value.
 */
public final class StringList {

	/** How many strings are returned. */
	static final int MAX_STRINGS = 128;

	/** The maximum length of a string, in characters. Longer ones are left out. */
	static final int MAX_LENGTH = 256;

	/** A longer field counts as absent. */
	static final int MAX_FIELD_LENGTH = 64 * 1024;

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
		List<String> values = headers.get(name);
		if (values == null) {
			return Set.of();
		}
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
			String string = string();
			parameters();
			if (strings.size() < MAX_STRINGS && string.length() <= MAX_LENGTH) {
				strings.add(string);
			}
			skip(" \t");
			if (isAtEnd()) {
				break;
			}
			expect(',');
			skip(" \t");
			// A comma at the end.
			verify(!isAtEnd());
		}
		return strings;
	}

	private String string() {
		expect('"');
		StringBuilder string = new StringBuilder();
		for (char c = next(); c != '"'; c = next()) {
			char unescaped = (c == '\\') ? next() : c;
			verify(unescaped >= ' ' && unescaped < 0x7F && (c != '\\' || unescaped == '"' || unescaped == '\\'));
			string.append(unescaped);
		}
		return string.toString();
	}

	/**
	 * Skip the parameters of a string. Of a value it matters only where it ends.
	 */
	private void parameters() {
		while (is(';')) {
			this.at++;
			skip(" ");
			char first = next();
			verify((first >= 'a' && first <= 'z') || first == '*');
			skipToken("_-.*");
			if (is('=')) {
				this.at++;
				if (is('"')) {
					string();
				}
				else if (this.text.startsWith("%\"", this.at)) {
					this.at++;
					string();
				}
				else {
					int begin = this.at;
					skipToken("!#$%&'*+-.^_`|~:/?@=");
					verify(this.at > begin);
				}
			}
		}
	}

	private void skipToken(String others) {
		while (!isAtEnd() && isTokenCharacter(this.text.charAt(this.at), others)) {
			this.at++;
		}
	}

	private static boolean isTokenCharacter(char c, String others) {
		return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || others.indexOf(c) >= 0;
	}

	private void skip(String characters) {
		while (!isAtEnd() && characters.indexOf(this.text.charAt(this.at)) >= 0) {
			this.at++;
		}
	}

	private boolean isAtEnd() {
		return this.at == this.text.length();
	}

	private boolean is(char c) {
		return !isAtEnd() && this.text.charAt(this.at) == c;
	}

	private char next() {
		verify(!isAtEnd());
		return this.text.charAt(this.at++);
	}

	private void expect(char c) {
		verify(next() == c);
	}

	private static void verify(boolean valid) {
		if (!valid) {
			throw new IllegalArgumentException("Not a list of strings");
		}
	}

}
