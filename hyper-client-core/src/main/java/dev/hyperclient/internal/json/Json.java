package dev.hyperclient.internal.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes JSON with a mapper of its own, since an application's mapper may rename what the
 * protocol fixes.
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
	 * Made by the first argument that is written: a mapper costs more to make than a root
	 * to read.
	 */
	private static final class Writing {

		static final JsonMapper MAPPER = JsonMapper.builder().build();

	}

}
