package dev.hyperclient.internal.json;

import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.error.ResponseTooLargeException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.internal.document.MemoryLimit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads JSON within a limit of memory. Thread-safe.
 */
public final class JsonReader {

	/** The factory keeps up to 6,000 names, in addition to what documents take. */
	private static final int MAX_NAME_LENGTH = 1_000;

	private final MemoryLimit limit;

	private final JsonFactory factory;

	private final JsonShapes shapes = new JsonShapes();

	private final DecodedDocuments decoded = new DecodedDocuments();

	/**
	 * Create a reader.
	 * @param limit what a document may take
	 */
	public JsonReader(MemoryLimit limit) {
		this.limit = limit;
		this.factory = JsonFactory.builder()
			.streamReadConstraints(StreamReadConstraints.builder()
				.maxStringLength(limit.textLength())
				.maxNameLength(MAX_NAME_LENGTH)
				.build())
			.build();
	}

	/**
	 * Read a stored document. One that stays in memory is read twice only.
	 * @param document the bytes, which do not change
	 * @param uri where it came from, for errors
	 * @return the value, as {@link #read} returns it
	 * @throws UnexpectedResponseException as {@link #read} does
	 * @throws ResponseTooLargeException as {@link #read} does
	 */
	public @Nullable Object readStored(byte[] document, URI uri) {
		if (!this.decoded.areExpected()) {
			return read(document, uri);
		}
		@Nullable Object known = this.decoded.find(document);
		if (known != null) {
			return known;
		}
		@Nullable Object value = read(document, uri);
		if (value != null) {
			this.decoded.add(document, value);
		}
		return value;
	}

	/**
	 * Read a document.
	 * @param document the bytes, in an encoding that RFC 8259 allows
	 * @param uri where it came from, for errors
	 * @return the value: what {@link JsonObject} lists, {@code null} for JSON null
	 * @throws UnexpectedResponseException if it is not exactly one complete JSON value,
	 * or has a number that is out of range
	 * @throws ResponseTooLargeException if it takes more memory than allowed
	 */
	public @Nullable Object read(byte[] document, URI uri) {
		try (JsonParser parser = this.factory.createParser(ObjectReadContext.empty(), document)) {
			if (parser.nextToken() == null) {
				throw new UnexpectedResponseException(uri, "%s was answered with an empty document".formatted(uri));
			}
			Object value = new DocumentReader(parser, uri, this.limit.read(document, uri), this.shapes).value();
			parser.nextToken();
			if (parser.currentToken() != null) {
				throw new UnexpectedResponseException(uri,
						"%s was answered with trailing content after JSON".formatted(uri));
			}
			return value;
		}
		catch (JacksonException ex) {
			throw new UnexpectedResponseException(uri,
					"%s was answered with malformed JSON: %s (line %d, column %d)".formatted(uri,
							ex.getOriginalMessage(), (ex.getLocation() != null) ? ex.getLocation().getLineNr() : 0,
							(ex.getLocation() != null) ? ex.getLocation().getColumnNr() : 0),
					ex);
		}
	}

	/**
	 * Reads one document. Sizes of values are estimates for a JVM with compressed
	 * references.
	 */
	private static final class DocumentReader {

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

		private static final int INITIAL_VALUES = 64;

		private final URI uri;

		private final MemoryLimit.Usage memory;

		private final JsonParser parser;

		private final JsonShapes shapes;

		/** The values of the objects that are being read, the outermost first. */
		private @Nullable Object[] values = new @Nullable Object[INITIAL_VALUES];

		private int count;

		DocumentReader(JsonParser parser, URI uri, MemoryLimit.Usage memory, JsonShapes shapes) {
			this.shapes = shapes;
			this.parser = parser;
			this.uri = uri;
			this.memory = memory;
		}

		@Nullable Object value() {
			return switch (this.parser.currentToken()) {
				case START_OBJECT -> object();
				case START_ARRAY -> array();
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
					"%s was answered with JSON that has the number %s, whose exponent is not between -%d and %d"
						.formatted(this.uri,
								(number.length() > MAX_SHOWN) ? number.substring(0, MAX_SHOWN) + "..." : number,
								MAX_EXPONENT, MAX_EXPONENT),
					cause);
		}

		private List<@Nullable Object> array() {
			if (this.parser.nextToken() == JsonToken.END_ARRAY) {
				return Collections.emptyList();
			}
			this.memory.add(ARRAY);
			List<@Nullable Object> values = new ArrayList<>();
			for (; this.parser.currentToken() != JsonToken.END_ARRAY; this.parser.nextToken()) {
				this.memory.add(ELEMENT);
				values.add(value());
			}
			return Collections.unmodifiableList(values);
		}

		private JsonObject object() {
			this.memory.add(OBJECT);
			JsonShapes.Node node = this.shapes.root();
			int begin = this.count;
			while (this.parser.nextToken() != JsonToken.END_OBJECT) {
				String name = this.parser.currentName();
				this.parser.nextToken();
				JsonShapes.@Nullable Node next = node.child(name);
				if (next == null) {
					this.memory.add(NAME + name.length());
					next = this.shapes.add(node, name);
				}
				if (next == null) {
					return objectOfOwnShape(node.names(), begin, name);
				}
				this.memory.add(MEMBER);
				push(value());
				node = next;
			}
			JsonObject object = new JsonObject(node.shape(), Arrays.copyOfRange(this.values, begin, this.count));
			this.count = begin;
			return object;
		}

		/**
		 * Read the rest of an object whose names are not shared.
		 * @param names the names before
		 * @param begin the position of their values
		 * @param name the present name, whose value follows
		 */
		private JsonObject objectOfOwnShape(List<String> names, int begin, String name) {
			Map<String, @Nullable Object> members = new LinkedHashMap<>();
			for (int i = 0; i < names.size(); i++) {
				members.put(names.get(i), this.values[begin + i]);
			}
			this.count = begin;
			put(members, name);
			while (this.parser.nextToken() != JsonToken.END_OBJECT) {
				String other = this.parser.currentName();
				this.parser.nextToken();
				put(members, other);
			}
			this.memory.add(SHAPE + (long) (MEMBER + NAME) * members.size());
			return new JsonObject(new JsonShapes.Shape(List.copyOf(members.keySet())), members.values().toArray());
		}

		private void put(Map<String, @Nullable Object> members, String name) {
			this.memory.add(NAME + name.length());
			members.put(name, value());
		}

		private void push(@Nullable Object value) {
			if (this.count == this.values.length) {
				this.values = Arrays.copyOf(this.values, this.count * 2);
			}
			this.values[this.count++] = value;
		}

	}

}
