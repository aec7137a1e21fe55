package dev.hyperclient.internal.json;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.error.UnexpectedResponseException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes JSON with a mapper of its own, since an application's mapper may
 * rename what the protocol fixes.
 */
public final class Json {

	private static final JsonFactory FACTORY = new JsonFactory();

	private Json() {
	}

	/**
	 * Reads a document.
	 * @param document the bytes, in an encoding that RFC 8259 allows
	 * @param uri where it came from, for errors
	 * @return the value: what {@link JsonObject} lists, {@code null} for the word null
	 * @throws UnexpectedResponseException if it is not one JSON value, whole and alone
	 */
	public static @Nullable Object read(byte[] document, URI uri) {
		try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), document)) {
			if (parser.nextToken() == null) {
				throw new UnexpectedResponseException(uri, "%s was answered with an empty document".formatted(uri));
			}
			Object value = new DocumentReader(parser).value(0);
			parser.nextToken();
			if (parser.currentToken() != null) {
				throw new UnexpectedResponseException(uri,
						"%s was answered with JSON that goes on after its end".formatted(uri));
			}
			return value;
		}
		catch (JacksonException ex) {
			throw new UnexpectedResponseException(uri,
					"%s was answered with broken JSON: %s (line %d, column %d)".formatted(uri, ex.getOriginalMessage(),
							(ex.getLocation() != null) ? ex.getLocation().getLineNr() : 0,
							(ex.getLocation() != null) ? ex.getLocation().getColumnNr() : 0),
					ex);
		}
	}

	/**
	 * Writes a value.
	 * @param value text, number, boolean, list or map of these, or {@code null}
	 * @return the JSON text
	 */
	public static String write(@Nullable Object value) {
		return Writing.MAPPER.writeValueAsString(value);
	}

	/** Reads one document, remembering the shape that was last seen at each depth. */
	private static final class DocumentReader {

		private final JsonParser parser;

		private final List<JsonShape> shapes = new ArrayList<>();

		DocumentReader(JsonParser parser) {
			this.parser = parser;
		}

		@Nullable Object value(int depth) {
			return switch (this.parser.currentToken()) {
				case START_OBJECT -> object(depth);
				case START_ARRAY -> array(depth);
				case VALUE_STRING -> this.parser.getString();
				case VALUE_NUMBER_INT -> integer();
				case VALUE_NUMBER_FLOAT -> this.parser.getDecimalValue();
				case VALUE_TRUE -> Boolean.TRUE;
				case VALUE_FALSE -> Boolean.FALSE;
				default -> null;
			};
		}

		private Object integer() {
			return switch (this.parser.getNumberType()) {
				case INT, LONG -> this.parser.getLongValue();
				default -> this.parser.getBigIntegerValue();
			};
		}

		private List<@Nullable Object> array(int depth) {
			List<@Nullable Object> values = new ArrayList<>();
			while (this.parser.nextToken() != JsonToken.END_ARRAY) {
				values.add(value(depth + 1));
			}
			return Collections.unmodifiableList(values);
		}

		private JsonObject object(int depth) {
			JsonShape expected = shape(depth);
			@Nullable Object[] values = new @Nullable Object[expected.size()];
			int count = 0;
			while (this.parser.nextToken() != JsonToken.END_OBJECT) {
				String name = this.parser.currentName();
				this.parser.nextToken();
				if (count == values.length || !expected.name(count).equals(name)) {
					return objectOfNewShape(depth, expected, values, count, name);
				}
				values[count++] = value(depth + 1);
			}
			return (count == values.length) ? new JsonObject(expected, values)
					: newShape(depth, members(expected, values, count));
		}

		private JsonObject objectOfNewShape(int depth, JsonShape expected, @Nullable Object[] values, int count,
				String name) {
			Map<String, @Nullable Object> members = members(expected, values, count);
			members.put(name, value(depth + 1));
			while (this.parser.nextToken() != JsonToken.END_OBJECT) {
				String other = this.parser.currentName();
				this.parser.nextToken();
				members.put(other, value(depth + 1));
			}
			return newShape(depth, members);
		}

		private static Map<String, @Nullable Object> members(JsonShape shape, @Nullable Object[] values, int count) {
			Map<String, @Nullable Object> members = new LinkedHashMap<>();
			for (int i = 0; i < count; i++) {
				members.put(shape.name(i), values[i]);
			}
			return members;
		}

		private JsonObject newShape(int depth, Map<String, @Nullable Object> members) {
			JsonShape shape = new JsonShape(List.copyOf(members.keySet()));
			this.shapes.set(depth, shape);
			return new JsonObject(shape, members.values().toArray());
		}

		private JsonShape shape(int depth) {
			while (this.shapes.size() <= depth) {
				this.shapes.add(JsonShape.EMPTY);
			}
			return this.shapes.get(depth);
		}

	}

	/**
	 * Made by the first argument that is written: a mapper costs more to make than a root
	 * to read.
	 */
	private static final class Writing {

		static final JsonMapper MAPPER = JsonMapper.builder().build();

	}

}
