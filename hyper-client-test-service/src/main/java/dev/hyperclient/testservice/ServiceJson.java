package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
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
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and writes JSON. Output is ASCII, so that it does not depend on the encoding.
 */
final class ServiceJson {

	static final JsonMapper MAPPER = JsonMapper.builder()
		.enable(JsonWriteFeature.ESCAPE_NON_ASCII)
		.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
		.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.build();

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxx");

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
	 * Return the value of an attribute as JSON. Times are written as the protocol has
	 * them: with six digits of a second or none, and with the offset in digits.
	 * @param value the value
	 * @return the JSON value
	 */
	static JsonNode attribute(Object value) {
		return node(Objects.requireNonNull(copy(value, 0, ServiceJson::text)));
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
		return copy(value, 0, (leaf) -> (leaf instanceof byte[] bytes) ? bytes.clone() : leaf);
	}

	private static Object text(Object value) {
		OffsetDateTime time = (value instanceof Instant instant) ? instant.atOffset(ZoneOffset.UTC) : null;
		time = (value instanceof OffsetDateTime other) ? other : time;
		return (time != null) ? TIME.format(time).replace(".000000", "") : value;
	}

	private static @Nullable Object copy(@Nullable Object value, int level, UnaryOperator<Object> leaf) {
		if (level > MAX_LEVELS) {
			throw new IllegalArgumentException(
					"A map or list contains itself, or has more than %d levels of maps and lists"
						.formatted(MAX_LEVELS));
		}
		if (value instanceof Map<?, ?> map) {
			Map<@Nullable Object, @Nullable Object> copies = new LinkedHashMap<>();
			map.forEach((key, member) -> copies.put(key, copy(member, level + 1, leaf)));
			return Collections.unmodifiableMap(copies);
		}
		if (value instanceof Collection<?> collection) {
			List<@Nullable Object> copies = new ArrayList<>();
			collection.forEach((element) -> copies.add(copy(element, level + 1, leaf)));
			return Collections.unmodifiableList(copies);
		}
		return (value != null) ? leaf.apply(value) : null;
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

	static Optional<JsonNode> parse(String json) {
		return parse(json.getBytes(StandardCharsets.UTF_8));
	}

	/** Parse JSON in UTF-8, empty if it is malformed. */
	static Optional<JsonNode> parse(byte[] json) {
		try {
			return Optional.of(MAPPER.readTree(json)).filter((node) -> !node.isMissingNode());
		}
		catch (JacksonException ex) {
			return Optional.empty();
		}
	}

}
