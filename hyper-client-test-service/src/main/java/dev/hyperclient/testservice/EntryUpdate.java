package dev.hyperclient.testservice;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.testservice.ValueDecoder.InvalidValueException;
import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Applies a PUT or PATCH document to an entry. All problems are reported together, and
 * then nothing is changed.
 *
 * @param entry the entry
 * @param representation the representation of the entry
 * @param decoder converts values
 * @param problems collects the problems
 */
record EntryUpdate(FakeEntry entry, ObjectNode representation, ValueDecoder decoder, List<String> problems) {

	static EntryUpdate of(FakeEntry entry, Representations representations) {
		return new EntryUpdate(entry, representations.entry(entry),
				new ValueDecoder(representations.data(), representations.uris()), new ArrayList<>());
	}

	/**
	 * Apply a document.
	 * @param document the document, an object
	 * @param complete whether the document must have all attributes
	 * @return the changed entry
	 * @throws RequestRefusedException if the document is refused
	 */
	FakeEntry apply(JsonNode document, boolean complete) {
		for (ValueDefinition attribute : this.entry.fakeType().attributes().values()) {
			String key = attribute.key();
			if (complete && !document.has(key) && !this.representation.path(key).isNull()) {
				this.problems.add("You didn't specify a value for the attribute '" + key + "'.");
			}
		}
		Map<String, @Nullable Object> changes = new HashMap<>();
		for (Map.Entry<String, JsonNode> change : document.properties()) {
			String key = change.getKey();
			try {
				// Clients may return everything they received, including redacted values.
				if (!change.getValue().equals(this.representation.get(key))) {
					apply(attribute(key), change.getValue(), changes);
				}
			}
			catch (InvalidValueException ex) {
				this.problems.add(key + ": " + ex.getMessage());
			}
		}
		RequestRefusedException.require(this.problems.isEmpty(), "%s", String.join("\n", this.problems));
		return this.entry.with(changes);
	}

	private ValueDefinition attribute(String key) {
		return this.entry.fakeType()
			.attributeWithKey(key)
			.orElseThrow(() -> new InvalidValueException("You tried to modify a "
					+ (Representations.COMMON_KEYS.contains(key) ? "read-only" : "nonexistent") + " attribute."));
	}

	private void apply(ValueDefinition attribute, JsonNode value, Map<String, @Nullable Object> changes) {
		InvalidValueException.require(attribute.kind() != Kind.COLLECTION,
				"You tried to modify a collection attribute.");
		if (attribute.readOnly()) {
			requireUnchanged(attribute, value);
			return;
		}
		InvalidValueException.require(attribute.kind() != Kind.FILE,
				"To modify this field you need to send a PUT request to its URI (%s).",
				this.representation.path(attribute.key()).asString(""));
		InvalidValueException.require(!value.isNull() || !attribute.required(), "Missing required value.");
		changes.put(attribute.name(), value.isNull() ? null : this.decoder.decode(attribute, value));
	}

	/**
	 * Refuse a value unless it is the present one in another spelling, such as a date
	 * with a time.
	 */
	private void requireUnchanged(ValueDefinition attribute, JsonNode value) {
		Object sent = null;
		try {
			sent = (value.isNull() || attribute.kind() == Kind.FILE) ? null : this.decoder.decode(attribute, value);
		}
		catch (InvalidValueException ex) {
			// It is not the present value.
		}
		Object present = this.entry.get(attribute.name());
		InvalidValueException.require(
				present != null && present.equals((sent instanceof FakeEntry target) ? target.key() : sent),
				"You tried to modify a read-only attribute.");
	}

}
