package dev.hyperclient.testservice;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.hyperclient.testservice.DescribedValue.Kind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Applies a PUT or PATCH document to an entry of a described service. All problems are
 * reported together, and then nothing is changed.
 */
final class DescribedUpdate {

	private final DescribedEntry entry;

	private final URI base;

	private final DescribedData data;

	private final List<String> problems = new ArrayList<>();

	DescribedUpdate(DescribedEntry entry, DescribedData data) {
		this.entry = entry;
		this.base = entry.description().base();
		this.data = data;
	}

	/**
	 * Apply a document.
	 * @param document the document
	 * @param complete whether it must have all writable attributes that have a value
	 * @return the representation after the change, with an entity tag of its own if
	 * anything was changed
	 * @throws RequestRefusedException if the document is invalid
	 */
	ObjectNode apply(JsonNode document, boolean complete) {
		DescribedType type = this.entry.describedType();
		ObjectNode present = this.entry.representation();
		if (complete) {
			type.writable()
				.stream()
				.filter((key) -> !document.has(key) && !present.path(key).isNull() && present.has(key))
				.forEach((key) -> this.problems.add("You didn't specify a value for the attribute '" + key + "'."));
		}
		ObjectNode changed = present.deepCopy();
		for (Map.Entry<String, JsonNode> change : document.properties()) {
			String key = change.getKey();
			if (!present.has(key) || !present.get(key).equals(change.getValue())) {
				String problem = problem(type, key, change.getValue());
				if (problem != null) {
					this.problems.add(key + ": " + problem);
				}
				changed.set(key, change.getValue());
			}
		}
		if (!this.problems.isEmpty()) {
			throw RequestRefusedException.badRequest(String.join("\n", this.problems));
		}
		return changed.equals(present) ? present : DescribedValues.withTag(type, changed);
	}

	private @Nullable String problem(DescribedType type, String key, JsonNode value) {
		DescribedValue attribute = type.attributes().get(key);
		if (attribute == null) {
			return "You tried to modify a nonexistent attribute.";
		}
		if (attribute.kind() == Kind.COLLECTION) {
			return "You tried to modify a collection attribute.";
		}
		if (Representations.COMMON_KEYS.contains(key) || !type.writable().contains(key)) {
			return "You tried to modify a read-only attribute.";
		}
		if (attribute.kind() == Kind.FILE) {
			return "To modify this field you need to send a PUT request to its URI (%s)."
				.formatted(this.entry.representation().path(key).asString(""));
		}
		String problem = value.isNull() ? null : problem(attribute, value, this.base);
		boolean nowhere = problem == null && attribute.kind() == Kind.ENTRY && value.isString()
				&& !this.data.isTarget(this.entry.description(), attribute, value.stringValue());
		if (!nowhere) {
			return problem;
		}
		return this.data.find(DescribedPath.of(this.base, value.stringValue())).isPresent()
				? "Your value points to the wrong kind of object" : "No such object \"" + value.stringValue() + "\".";
	}

	/**
	 * Return why a value does not match an attribute or a parameter.
	 * @param described the attribute or the parameter
	 * @param value the value, not null
	 * @param base the root of the service
	 * @return the reason, or {@code null} if it matches
	 */
	static @Nullable String problem(DescribedValue described, JsonNode value, URI base) {
		String text = value.isString() ? value.stringValue() : PythonText.of(value);
		if (!described.options().isEmpty() && !(value.isString() && described.options().contains(text))) {
			return "Invalid value \"%s\". Acceptable values are: %s".formatted(text,
					String.join(", ", described.options()));
		}
		if ((described.kind() == Kind.DATE || described.kind() == Kind.DATE_TIME) && !DescribedValues.isDate(text,
				(text.length() > "2026-01-31".length()) ? Kind.DATE_TIME : Kind.DATE)) {
			return "Value doesn't look like a date.";
		}
		if (described.kind() == Kind.ENTRY && !(value.isString() && text.matches("[A-Za-z][A-Za-z0-9+.-]*://\\S+"))) {
			return "\"" + text + "\" is not a valid URI.";
		}
		return (described.kind() == Kind.ENTRY && !text.startsWith(base.toString()))
				? "No such object \"" + text + "\"." : null;
	}

}
