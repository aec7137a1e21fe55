package dev.hyperclient.testservice;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The state of an entry of a {@link FakeService} that has the description of another
 * service. Immutable.
 */
public final class DescribedEntry {

	private final WadlDescription description;

	private final DescribedType type;

	private final ObjectNode representation;

	DescribedEntry(WadlDescription description, DescribedType type, ObjectNode representation) {
		this.description = description;
		this.type = type;
		this.representation = representation;
	}

	/**
	 * Return the id of the resource type.
	 * @return the id, for example {@code bug}
	 */
	public String type() {
		return this.type.id();
	}

	/**
	 * Return the path below the root.
	 * @return the path, percent-encoded, for example {@code bugs/4}
	 */
	public String path() {
		return DescribedPath.of(this.description.base(), this.representation.path("self_link").asString(""));
	}

	/**
	 * Return the value of an attribute or a link.
	 * @param name the name, without the suffix of a link
	 * @return a text, number, boolean, list or map; the path below the root for a link;
	 * {@code null} if it has no value
	 * @throws IllegalArgumentException if the type has no such attribute or link
	 */
	public @Nullable Object get(String name) {
		return value(this.type.attribute(name));
	}

	/**
	 * Return the value of an attribute or a link as text.
	 * @param name the name, without the suffix of a link
	 * @return the value, empty if it has none
	 * @throws IllegalArgumentException if the type has no such attribute or link
	 */
	public String text(String name) {
		return Objects.toString(get(name), "");
	}

	/**
	 * Return all values of the representation.
	 * @return the values by name
	 */
	public Map<String, @Nullable Object> values() {
		Map<String, @Nullable Object> values = new LinkedHashMap<>();
		this.type.attributes().values().forEach((attribute) -> {
			if (this.representation.has(attribute.key())) {
				values.put(attribute.name(), value(attribute));
			}
		});
		return values;
	}

	WadlDescription description() {
		return this.description;
	}

	ObjectNode representation() {
		return this.representation;
	}

	DescribedType describedType() {
		return this.type;
	}

	private @Nullable Object value(DescribedValue attribute) {
		JsonNode value = this.representation.path(attribute.key());
		if (value.isMissingNode() || value.isNull()) {
			return null;
		}
		boolean link = attribute.target() != null && value.isString();
		return link ? DescribedPath.of(this.description.base(), value.stringValue()) : ServiceJson.value(value);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof DescribedEntry entry && entry.representation.equals(this.representation);
	}

	@Override
	public int hashCode() {
		return this.representation.hashCode();
	}

	@Override
	public String toString() {
		return type() + " " + path();
	}

}
