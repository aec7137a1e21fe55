package dev.hyperclient.testservice;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Reads and writes JSON. Output is ASCII, so that it does not depend on the encoding.
 */
final class ServiceJson {

	static final JsonMapper MAPPER = JsonMapper.builder()
		.enable(JsonWriteFeature.ESCAPE_NON_ASCII)
		.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
		.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.build();

	private static final JsonMapper WITH_TIMES = MAPPER.rebuild()
		.addModule(new SimpleModule().addSerializer(new TimeSerializer<>(Instant.class))
			.addSerializer(new TimeSerializer<>(OffsetDateTime.class)))
		.build();

	private static final int MAX_LEVELS = 100;

	private ServiceJson() {
	}

	static ObjectNode object() {
		return MAPPER.createObjectNode();
	}

	static JsonNode node(Object value) {
		return MAPPER.valueToTree(value);
	}

	/**
	 * Return the value of an attribute as JSON, with times as the protocol has them.
	 * @param value the value
	 * @return the JSON value
	 */
	static JsonNode attribute(Object value) {
		return WITH_TIMES.valueToTree(value);
	}

	static JsonNode missing() {
		return MAPPER.missingNode();
	}

	static JsonNode nullNode() {
		return MAPPER.nullNode();
	}

	/**
	 * Return the members of an object as Java values.
	 * @param object the object
	 * @return the members in their order
	 */
	@SuppressWarnings("unchecked")
	static Map<String, @Nullable Object> map(JsonNode object) {
		return (Map<String, @Nullable Object>) Objects.requireNonNull(copy(value(object)));
	}

	/**
	 * Return an unmodifiable copy of a map or collection with all that it contains, or a
	 * copy of an array of bytes.
	 * @param value a value of an attribute, or {@code null}
	 * @return the copy, or the value itself if it is of another type
	 * @throws IllegalArgumentException if a map or collection contains itself
	 */
	static @Nullable Object copy(@Nullable Object value) {
		return copy(value, 0);
	}

	private static @Nullable Object copy(@Nullable Object value, int level) {
		if (level > MAX_LEVELS) {
			throw new IllegalArgumentException(
					"A map or list contains itself, or has more than %d levels of maps and lists"
						.formatted(MAX_LEVELS));
		}
		if (value instanceof Map<?, ?> map) {
			Map<@Nullable Object, @Nullable Object> copies = new LinkedHashMap<>();
			map.forEach((key, member) -> copies.put(key, copy(member, level + 1)));
			return Collections.unmodifiableMap(copies);
		}
		if (value instanceof Collection<?> collection) {
			List<@Nullable Object> copies = new ArrayList<>();
			collection.forEach((element) -> copies.add(copy(element, level + 1)));
			return Collections.unmodifiableList(copies);
		}
		return (value instanceof byte[] bytes) ? bytes.clone() : value;
	}

	/**
	 * Return a value as text, number, boolean, list, map or null.
	 * @param node the JSON value
	 * @return the value
	 */
	static @Nullable Object value(JsonNode node) {
		return MAPPER.treeToValue(node, Object.class);
	}

	static byte[] bytes(JsonNode value) {
		return MAPPER.writeValueAsBytes(value);
	}

	static Optional<JsonNode> parse(byte[] bytes) {
		try {
			return Optional.of(MAPPER.readTree(bytes)).filter((node) -> !node.isMissingNode());
		}
		catch (JacksonException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Writes a time with six digits of a second or none, since clients know no others,
	 * and with the offset in digits.
	 *
	 * @param <T> the type of the time
	 */
	private static final class TimeSerializer<T> extends StdSerializer<T> {

		private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxx");

		TimeSerializer(Class<T> type) {
			super(type);
		}

		@Override
		public void serialize(T value, JsonGenerator json, SerializationContext context) {
			OffsetDateTime time = (value instanceof Instant instant) ? instant.atOffset(ZoneOffset.UTC)
					: (OffsetDateTime) value;
			json.writeString(FORMAT.format(time).replace(".000000", ""));
		}

	}

}
