package dev.hyperclient.token;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Reads one section of an INI file by the rules of Python's {@code configparser}, except
 * that values of several lines are rejected: a key or a secret has one line.
 */
final class IniSection {

	private final String name;

	private final Map<String, String> values = new HashMap<>();

	private @Nullable String current;

	private boolean found;

	IniSection(String name) {
		this.name = name;
	}

	/**
	 * Read a file.
	 * @return the values by their keys in lower case
	 * @throws IllegalArgumentException if there is no such section, or if the text is not
	 * an INI file. The message does not contain any of the content
	 */
	Map<String, String> read(String text) {
		String[] lines = text.split("\r\n|\r|\n");
		for (int i = 0; i < lines.length; i++) {
			String line = lines[i].strip();
			if (!line.isEmpty() && line.charAt(0) != '#' && line.charAt(0) != ';' && !readLine(lines[i], line)) {
				throw new IllegalArgumentException("line %d is not valid".formatted(i + 1));
			}
		}
		if (!this.found) {
			throw new IllegalArgumentException("it has no section [%s]".formatted(this.name));
		}
		return this.values;
	}

	private boolean readLine(String raw, String line) {
		if (line.charAt(0) == '[' && line.charAt(line.length() - 1) == ']') {
			return readHeader(line.substring(1, line.length() - 1));
		}
		if (!this.name.equals(this.current)) {
			return this.current != null;
		}
		return !Character.isWhitespace(raw.charAt(0)) && readValue(line);
	}

	private boolean readHeader(String section) {
		this.current = section;
		if (!section.equals(this.name)) {
			return true;
		}
		boolean first = !this.found;
		this.found = true;
		return first;
	}

	private boolean readValue(String line) {
		int end = 0;
		while (end < line.length() && line.charAt(end) != '=' && line.charAt(end) != ':') {
			end++;
		}
		if (end == 0 || end == line.length()) {
			return false;
		}
		String key = line.substring(0, end).strip().toLowerCase(Locale.ROOT);
		return this.values.put(key, line.substring(end + 1).strip()) == null;
	}

}
