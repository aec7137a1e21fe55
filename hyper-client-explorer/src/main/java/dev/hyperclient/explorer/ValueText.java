package dev.hyperclient.explorer;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.Entry;
import dev.hyperclient.error.NoSuchAttributeException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON values as texts and back.
 */
final class ValueText {

	private static final int MAX_SHOWN = 20_000;

	private static final JsonMapper JSON = JsonMapper.builder()
		.enable(SerializationFeature.INDENT_OUTPUT)
		.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
		.enable(DeserializationFeature.USE_LONG_FOR_INTS)
		.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.build();

	private ValueText() {
	}

	/** Return a text for a page: texts as they are, other values as JSON. */
	static String of(@Nullable Object value) {
		String text = editable(value);
		return (text.length() <= MAX_SHOWN) ? text
				: text.substring(0, MAX_SHOWN) + " … (%d more characters)".formatted(text.length() - MAX_SHOWN);
	}

	/** Return the whole text, for a form. */
	static String editable(@Nullable Object value) {
		if (value instanceof String text) {
			return text;
		}
		if (value instanceof byte[] bytes) {
			return "%d bytes".formatted(bytes.length);
		}
		return (value instanceof List || value instanceof Map) ? JSON.writeValueAsString(value) : String.valueOf(value);
	}

	/**
	 * Parse JSON.
	 * @throws IllegalArgumentException if it is none
	 */
	static @Nullable Object parse(String json) {
		try {
			return JSON.readValue(json, Object.class);
		}
		catch (JacksonException ex) {
			throw new IllegalArgumentException(
					"is not JSON: write a number, true, false, null, a \"text\", a list such as [\"a\", 1] or an object such as {\"a\": 1}",
					ex);
		}
	}

	/**
	 * A value of an entry.
	 *
	 * @param json the JSON value, which may be {@code null}
	 */
	record EntryValue(@Nullable Object json) {

		/**
		 * Return a value, empty if the service hides it or if the representation does not
		 * contain what the description has.
		 */
		static Optional<EntryValue> of(Entry entry, String name) {
			try {
				return entry.isRedacted(name) ? Optional.empty() : Optional.of(new EntryValue(entry.get(name)));
			}
			catch (NoSuchAttributeException ex) {
				return Optional.empty();
			}
		}

		static boolean isHidden(Entry entry, String name) {
			try {
				return entry.isRedacted(name);
			}
			catch (NoSuchAttributeException ex) {
				return false;
			}
		}

	}

}
