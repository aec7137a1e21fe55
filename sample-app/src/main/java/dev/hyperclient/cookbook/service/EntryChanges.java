package dev.hyperclient.cookbook.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks what a client wants an entry to be, and makes the entry that comes of it. All
 * that is wrong is reported together, and then nothing is changed.
 *
 * @param <E> what is stored for an entry
 */
final class EntryChanges<E> {

	private final TypeDescription<E> type;

	private final E entry;

	private final Library library;

	private final ObjectNode representation;

	private final ValueDecoder decoder;

	private final List<String> problems = new ArrayList<>();

	EntryChanges(TypeDescription<E> type, E entry, Representations representations) {
		this.type = type;
		this.entry = entry;
		this.library = representations.library();
		this.representation = representations.entry(type, entry);
		this.decoder = new ValueDecoder(representations.library(), representations.links());
	}

	/**
	 * Every field must be there unless there is nothing to lose.
	 * @param document the whole entry as the client wants it
	 * @return the entry as it is to be
	 * @throws RequestRefusedException if that cannot be
	 */
	E replacedBy(JsonNode document) {
		for (FieldDescription<E> field : this.type.fields()) {
			if (!document.has(field.key()) && !current(field.key()).isNull()) {
				this.problems.add("You didn't specify a value for the attribute '" + field.key() + "'.");
			}
		}
		return changedBy(document);
	}

	/**
	 * Fields that are not mentioned stay.
	 * @param changes the fields the client wants to change
	 * @return the entry as it is to be
	 * @throws RequestRefusedException if that cannot be
	 */
	E changedBy(JsonNode changes) {
		E changed = this.entry;
		for (Map.Entry<String, JsonNode> change : changes.properties()) {
			changed = change(changed, change.getKey(), change.getValue());
		}
		if (!this.problems.isEmpty()) {
			throw RequestRefusedException.badRequest(this.problems);
		}
		return changed;
	}

	private E change(E changed, String key, JsonNode value) {
		try {
			if (!isUnchanged(key, value)) {
				return field(key).writer().apply(changed, newValue(key, value));
			}
		}
		catch (InvalidValueException ex) {
			this.problems.add(key + ": " + ex.getMessage());
		}
		return changed;
	}

	/**
	 * Whether a key has the value it has already. Clients may send back whatever they
	 * were sent, tags in place of values included.
	 */
	private boolean isUnchanged(String key, JsonNode value) {
		return this.representation.has(key) && current(key).equals(value);
	}

	private FieldDescription<E> field(String key) {
		Optional<FieldDescription<E>> field = this.type.fieldWithKey(key);
		if (field.isEmpty()) {
			throw new InvalidValueException("You tried to modify a "
					+ (Representations.COMMON_KEYS.contains(key) ? "read-only" : "nonexistent") + " attribute.");
		}
		return field.get();
	}

	private @Nullable Object newValue(String key, JsonNode value) {
		FieldDescription<E> field = field(key);
		if (field.kind() == ValueKind.COLLECTION) {
			throw new InvalidValueException("You tried to modify a collection attribute.");
		}
		if (!field.writable()) {
			return readOnlyValue(field, value);
		}
		if (field.kind() == ValueKind.FILE) {
			throw new InvalidValueException("To modify this field you need to send a PUT request to its URI ("
					+ current(key).stringValue() + ").");
		}
		if (!value.isNull()) {
			return this.decoder.decode(field.value(), value);
		}
		if (field.value().required()) {
			throw new InvalidValueException("Missing required value.");
		}
		return null;
	}

	/**
	 * A read-only value may be there in another spelling, such as a date with a time.
	 */
	private Object readOnlyValue(FieldDescription<E> field, JsonNode value) {
		Object current = field.reader().apply(this.library, this.entry);
		if (current == null || !current.equals(decodedOrNull(field, value))) {
			throw new InvalidValueException("You tried to modify a read-only attribute.");
		}
		return current;
	}

	private @Nullable Object decodedOrNull(FieldDescription<E> field, JsonNode value) {
		try {
			return value.isNull() ? null : this.decoder.decode(field.value(), value);
		}
		catch (InvalidValueException ex) {
			return null;
		}
	}

	private JsonNode current(String key) {
		return this.representation.path(key);
	}

}
