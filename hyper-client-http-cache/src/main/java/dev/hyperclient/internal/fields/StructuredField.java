package dev.hyperclient.internal.fields;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import org.springframework.http.HttpHeaders;

/**
 * A parser of structured fields (RFC 9651, 4.2). Parameters are parsed and ignored. A
 * string is a {@code String}, a boolean a {@code Boolean}, an inner list a {@code List},
 * and any other item {@link #OTHER}, whose value is not checked completely. Linear in the
 * length of the value.
 */
final class StructuredField {

	/** An item that is neither a string nor a boolean. */
	static final Object OTHER = new Object();

	/** A longer field counts as absent. */
	static final int MAX_LENGTH = 64 * 1024;

	private static final String OTHER_CHARACTERS = "!#$%&'*+-.^_`|~:/=";

	private final String text;

	private int at;

	private StructuredField(String text) {
		this.text = text;
	}

	/**
	 * Parse a field.
	 * @param headers the header fields
	 * @param name the name of the field
	 * @param parser parses the value
	 * @return the value, or empty if the field is absent, too long or malformed
	 */
	static <T> Optional<T> parse(HttpHeaders headers, String name, Function<StructuredField, T> parser) {
		List<String> values = headers.get(name);
		if (values == null) {
			return Optional.empty();
		}
		String text = (values.size() == 1) ? values.get(0) : String.join(",", values);
		try {
			return (text.length() > MAX_LENGTH) ? Optional.empty()
					: Optional.of(parser.apply(new StructuredField(text)));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Parse a list.
	 */
	List<Object> list() {
		List<Object> members = new ArrayList<>();
		members(() -> members.add(member()));
		return members;
	}

	/**
	 * Parse a dictionary. The last one of several members with one key counts.
	 */
	Map<String, Object> dictionary() {
		Map<String, Object> members = new HashMap<>();
		members(() -> {
			String key = key();
			members.put(key, skipped('=') ? member() : withParameters(Boolean.TRUE));
		});
		return members;
	}

	private void members(Runnable member) {
		skip(" ");
		while (!isAtEnd()) {
			member.run();
			skip(" \t");
			if (!isAtEnd()) {
				verify(skipped(','));
				skip(" \t");
				// A comma at the end.
				verify(!isAtEnd());
			}
		}
	}

	private Object member() {
		if (!skipped('(')) {
			return withParameters(item());
		}
		List<Object> items = new ArrayList<>();
		skip(" ");
		while (!skipped(')')) {
			items.add(withParameters(item()));
			verify(is(' ') || is(')'));
			skip(" ");
		}
		return withParameters(items);
	}

	private Object withParameters(Object value) {
		while (skipped(';')) {
			skip(" ");
			key();
			if (skipped('=')) {
				item();
			}
		}
		return value;
	}

	private String key() {
		int begin = this.at;
		char first = next();
		verify((first >= 'a' && first <= 'z') || first == '*');
		while (!isAtEnd() && isKeyCharacter(this.text.charAt(this.at))) {
			this.at++;
		}
		return this.text.substring(begin, this.at);
	}

	private Object item() {
		char first = next();
		if (first == '"') {
			return string();
		}
		if (first == '?') {
			char value = next();
			verify(value == '0' || value == '1');
			return value == '1';
		}
		if (first == '%') {
			verify(skipped('"'));
			string();
			return OTHER;
		}
		// Of other values it matters only where they end.
		verify(isAlphanumeric(first) || "-*:@".indexOf(first) >= 0);
		while (!isAtEnd() && (isAlphanumeric(this.text.charAt(this.at)) || is(OTHER_CHARACTERS))) {
			this.at++;
		}
		return OTHER;
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
			throw new IllegalArgumentException("Not a structured field");
		}
	}

}
