package dev.hyperclient.testservice;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A resource type in a description.
 *
 * @param id the id
 * @param entryType the id of the type of the entries of a collection, or {@code null}
 * @param attributes the attributes and links by JSON key
 * @param writable the JSON keys that PATCH accepts
 * @param methods the HTTP methods without those of operations
 * @param operations the named operations by name
 */
record DescribedType(String id, @Nullable String entryType, Map<String, DescribedValue> attributes,
		Set<String> writable, Set<String> methods, Map<String, DescribedOperation> operations) {

	boolean isEntry() {
		return this.attributes.containsKey("self_link");
	}

	/**
	 * Return whether entries of this type can be where another type is expected: it has
	 * all attributes of that type, since descriptions do not name subtypes.
	 */
	boolean isA(DescribedType expected) {
		return this.attributes.keySet().containsAll(expected.attributes.keySet());
	}

	/**
	 * Return an attribute or a link.
	 * @param name the name, with or without the suffix of a link
	 * @return the attribute
	 * @throws IllegalArgumentException if there is none
	 */
	DescribedValue attribute(String name) {
		DescribedValue known = this.attributes.get(name);
		if (known != null) {
			return known;
		}
		return this.attributes.values()
			.stream()
			.filter((candidate) -> candidate.name().equals(name))
			.findFirst()
			.orElseThrow(() -> NearestName.unknown("attribute '%s' in the type '%s'".formatted(name, this.id), name,
					names()));
	}

	DescribedOperation operation(String name) {
		DescribedOperation known = this.operations.get(name);
		if (known == null) {
			throw NearestName.unknown("operation '%s' in the type '%s'".formatted(name, this.id), name,
					this.operations.keySet());
		}
		return known;
	}

	private List<String> names() {
		return this.attributes.values().stream().map(DescribedValue::name).toList();
	}

}
