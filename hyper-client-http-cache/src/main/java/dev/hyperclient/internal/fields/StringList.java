package dev.hyperclient.internal.fields;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.springframework.http.HttpHeaders;

/**
 * A field whose value is a list of strings (RFC 9651, 3.1 and 3.3.3), whose parameters
 * are ignored. What is malformed counts as absent (RFC 9651, 4.2).
 */
public final class StringList {

	/** How many strings are returned. */
	static final int MAX_STRINGS = 128;

	/** The maximum length of a string, in characters. Longer ones are left out. */
	static final int MAX_LENGTH = 256;

	private StringList() {
	}

	/**
	 * Return the strings of a field, at most the first 128.
	 * @param headers the header fields
	 * @param name the name of the field
	 * @return the strings in their order, none if the field is absent or malformed
	 */
	public static Set<String> of(HttpHeaders headers, String name) {
		return StructuredField.parse(headers, name, StructuredField::list).map(StringList::strings).orElse(Set.of());
	}

	private static Set<String> strings(List<Object> members) {
		Set<String> strings = new LinkedHashSet<>();
		for (Object member : members) {
			if (!(member instanceof String string)) {
				return Set.of();
			}
			if (strings.size() < MAX_STRINGS && string.length() <= MAX_LENGTH) {
				strings.add(string);
			}
		}
		return strings;
	}

}
