package dev.hyperclient.cookbook.service;

import java.util.Optional;

import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON of the service: pure ASCII, so that no reader can be wrong about the encoding.
 */
final class Json {

	private static final JsonMapper MAPPER = JsonMapper.builder()
		.enable(JsonWriteFeature.ESCAPE_NON_ASCII)
		.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
		.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.build();

	private Json() {
	}

	static ObjectNode object() {
		return MAPPER.createObjectNode();
	}

	static JsonNode node(Object value) {
		return MAPPER.valueToTree(value);
	}

	static JsonNode nothing() {
		return MAPPER.nullNode();
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

}
