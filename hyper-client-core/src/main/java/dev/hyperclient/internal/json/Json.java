package dev.hyperclient.internal.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes JSON with its own mapper, independent of the configuration of the application's
 * mapper.
 */
public final class Json {

	private Json() {
	}

	/**
	 * Write a value.
	 * @param value text, number, boolean, list or map of these, or {@code null}
	 * @return the JSON text
	 */
	public static String write(@Nullable Object value) {
		return Writing.MAPPER.writeValueAsString(value);
	}

	/**
	 * Created lazily, since creating a mapper is expensive.
	 */
	private static final class Writing {

		static final JsonMapper MAPPER = JsonMapper.builder().build();

	}

}
