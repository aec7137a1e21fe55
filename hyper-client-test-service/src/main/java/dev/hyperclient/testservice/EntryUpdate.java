package dev.hyperclient.testservice;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.hyperclient.testservice.ValueDecoder.InvalidValueException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Applies a PUT or PATCH document to an entry. All problems are reported together, and
 * then nothing is changed.
 *
 * @param <D> the data of the service
 * @param <E> the stored entry
 */
final class EntryUpdate<D, E> {

	private final EntryType<D, E> type;

	private final E entry;

	private final D data;

	private final ObjectNode representation;

	private final ValueDecoder<D> decoder;

	private final List<String> problems = new ArrayList<>();

	EntryUpdate(EntryType<D, E> type, E entry, Representations<D> representations) {
		this.type = type;
		this.entry = entry;
		this.data = representations.data();
		this.representation = representations.entry(type, entry);
		this.decoder = new ValueDecoder<>(representations.definition(), representations.data(), representations.uris());
	}

	/**
	 * Apply a PUT document. Attributes may be absent only if their present value is null.
	 * @param document the complete entry
	 * @return the changed entry
	 * @throws RequestRefusedException if the document is invalid
	 */
	E replace(JsonNode document) {
		for (Attribute<D, E> attribute : this.type.attributes()) {
			if (!document.has(attribute.key()) && !current(attribute.key()).isNull()) {
				this.problems.add("You didn't specify a value for the attribute '" + attribute.key() + "'.");
			}
		}
		return patch(document);
	}

	/**
	 * Apply a PATCH document. Absent attributes keep their values.
	 * @param changes the attributes to change
	 * @return the changed entry
	 * @throws RequestRefusedException if the document is invalid
	 */
	E patch(JsonNode changes) {
		E changed = this.entry;
		for (Map.Entry<String, JsonNode> change : changes.properties()) {
			changed = apply(changed, change.getKey(), change.getValue());
		}
		if (!this.problems.isEmpty()) {
			throw RequestRefusedException.badRequest(this.problems);
		}
		return changed;
	}

	private E apply(E changed, String key, JsonNode value) {
		try {
			if (!isUnchanged(key, value)) {
				return attribute(key).writer().apply(changed, newValue(key, value));
			}
		}
		catch (InvalidValueException ex) {
			this.problems.add(key + ": " + ex.getMessage());
		}
		return changed;
	}

	/**
	 * Return whether a document repeats the present value. Clients may return everything
	 * they received, including the marks of redacted values.
	 */
	private boolean isUnchanged(String key, JsonNode value) {
		return this.representation.has(key) && current(key).equals(value);
	}

	private Attribute<D, E> attribute(String key) {
		return this.type.attributeWithKey(key)
			.orElseThrow(() -> new InvalidValueException("You tried to modify a "
					+ (Representations.COMMON_KEYS.contains(key) ? "read-only" : "nonexistent") + " attribute."));
	}

	private @Nullable Object newValue(String key, JsonNode value) {
		Attribute<D, E> attribute = attribute(key);
		if (attribute.kind() == ValueDefinition.Kind.COLLECTION) {
			throw new InvalidValueException("You tried to modify a collection attribute.");
		}
		if (!attribute.writable()) {
			return readOnlyValue(attribute, value);
		}
		if (attribute.kind() == ValueDefinition.Kind.FILE) {
			throw new InvalidValueException("To modify this field you need to send a PUT request to its URI ("
					+ current(key).stringValue() + ").");
		}
		if (!value.isNull()) {
			return this.decoder.decode(attribute.value(), value);
		}
		if (attribute.value().required()) {
			throw new InvalidValueException("Missing required value.");
		}
		return null;
	}

	/**
	 * Return the present value if a document has it in another spelling, such as a date
	 * with a time.
	 */
	private Object readOnlyValue(Attribute<D, E> attribute, JsonNode value) {
		Object current = attribute.reader().apply(this.data, this.entry);
		if (current == null || !current.equals(decodeOrNull(attribute, value))) {
			throw new InvalidValueException("You tried to modify a read-only attribute.");
		}
		return current;
	}

	private @Nullable Object decodeOrNull(Attribute<D, E> attribute, JsonNode value) {
		try {
			return value.isNull() ? null : this.decoder.decode(attribute.value(), value);
		}
		catch (InvalidValueException ex) {
			return null;
		}
	}

	private JsonNode current(String key) {
		return this.representation.path(key);
	}

}
