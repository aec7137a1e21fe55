package dev.hyperclient.internal.json;

import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.internal.document.MemoryLimit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamConstraintsException;

/**
 * Reads one document, and reuses the last shape at each depth. Sizes of values are
 * estimates for a JVM with compressed references.
 */
final class DocumentReader {

	/** Includes the entry and the URL that an object may become. */
	private static final int OBJECT = 400;

	private static final int MEMBER = 8;

	/** Names and positions of members, in addition to each {@link #NAME}. */
	private static final int SHAPE = 256;

	/** A name in the maps of the parser, of the object and of its shape. */
	private static final int NAME = 256;

	private static final int ARRAY = 128;

	/** Includes the unused capacity of a growing list. */
	private static final int ELEMENT = 16;

	private static final int TEXT = 56;

	private static final int WHOLE_NUMBER = 24;

	private static final int LONG_NUMBER = 128;

	/** Arithmetic with larger exponents may take unlimited time. */
	private static final int MAX_EXPONENT = 10_000;

	private static final int MAX_SHOWN = 80;

	private final URI uri;

	private final MemoryLimit.Usage memory;

	private final JsonParser parser;

	private final List<JsonShape> shapes = new ArrayList<>();

	DocumentReader(JsonParser parser, URI uri, MemoryLimit.Usage memory) {
		this.parser = parser;
		this.uri = uri;
		this.memory = memory;
	}

	@Nullable Object value(int depth) {
		return switch (this.parser.currentToken()) {
			case START_OBJECT -> object(depth);
			case START_ARRAY -> array(depth);
			case VALUE_STRING -> text();
			case VALUE_NUMBER_INT -> integer();
			case VALUE_NUMBER_FLOAT -> decimal();
			case VALUE_TRUE -> Boolean.TRUE;
			case VALUE_FALSE -> Boolean.FALSE;
			default -> null;
		};
	}

	private String text() {
		try {
			String text = this.parser.getString();
			this.memory.add(TEXT + text.length());
			return text;
		}
		catch (StreamConstraintsException ex) {
			throw this.memory.textTooLong();
		}
	}

	private Object integer() {
		return switch (this.parser.getNumberType()) {
			case INT, LONG -> {
				this.memory.add(WHOLE_NUMBER);
				yield this.parser.getLongValue();
			}
			default -> {
				this.memory.add(LONG_NUMBER + this.parser.getStringLength());
				yield this.parser.getBigIntegerValue();
			}
		};
	}

	private BigDecimal decimal() {
		this.memory.add(LONG_NUMBER + this.parser.getStringLength());
		try {
			BigDecimal decimal = this.parser.getDecimalValue();
			if (Math.abs((long) decimal.scale()) > MAX_EXPONENT) {
				throw outOfRange(null);
			}
			return decimal;
		}
		catch (NumberFormatException ex) {
			throw outOfRange(ex);
		}
	}

	private UnexpectedResponseException outOfRange(@Nullable Exception cause) {
		String number = this.parser.getString();
		return new UnexpectedResponseException(this.uri,
				"%s was answered with JSON that has the number %s, whose exponent is not between -%d and %d".formatted(
						this.uri, (number.length() > MAX_SHOWN) ? number.substring(0, MAX_SHOWN) + "..." : number,
						MAX_EXPONENT, MAX_EXPONENT),
				cause);
	}

	private List<@Nullable Object> array(int depth) {
		if (this.parser.nextToken() == JsonToken.END_ARRAY) {
			return Collections.emptyList();
		}
		this.memory.add(ARRAY);
		List<@Nullable Object> values = new ArrayList<>();
		for (; this.parser.currentToken() != JsonToken.END_ARRAY; this.parser.nextToken()) {
			this.memory.add(ELEMENT);
			values.add(value(depth + 1));
		}
		return Collections.unmodifiableList(values);
	}

	private JsonObject object(int depth) {
		JsonShape expected = shape(depth);
		this.memory.add(OBJECT + (long) MEMBER * expected.size());
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
		put(members, name, depth);
		while (this.parser.nextToken() != JsonToken.END_OBJECT) {
			String other = this.parser.currentName();
			this.parser.nextToken();
			put(members, other, depth);
		}
		return newShape(depth, members);
	}

	private void put(Map<String, @Nullable Object> members, String name, int depth) {
		this.memory.add(NAME + name.length());
		members.put(name, value(depth + 1));
	}

	private static Map<String, @Nullable Object> members(JsonShape shape, @Nullable Object[] values, int count) {
		Map<String, @Nullable Object> members = new LinkedHashMap<>();
		for (int i = 0; i < count; i++) {
			members.put(shape.name(i), values[i]);
		}
		return members;
	}

	private JsonObject newShape(int depth, Map<String, @Nullable Object> members) {
		this.memory.add(SHAPE + (long) NAME * members.size());
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
