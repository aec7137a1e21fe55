package dev.hyperclient.testservice;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The attributes that entries of a type have. Immutable.
 *
 * @param name the name of the type
 * @param plural the name of the collection
 * @param key the name of the attribute that is the key
 * @param attributes the attributes by name, without collections
 */
record FakeType(String name, String plural, String key, Map<String, ValueDefinition<?>> attributes) {

	ValueDefinition<?> attribute(String attribute) {
		ValueDefinition<?> definition = this.attributes.get(attribute);
		if (definition == null) {
			throw new IllegalArgumentException("The entry type '" + this.name + "' has no attribute '" + attribute
					+ "'. It has: " + String.join(", ", this.attributes.keySet()) + ".");
		}
		return definition;
	}

	/**
	 * Create an entry from present values and changes to them.
	 * @param present the present values
	 * @param changes the changes, which are converted and checked
	 * @return the entry
	 * @throws IllegalArgumentException if a value does not match its attribute
	 */
	FakeEntry entry(Map<String, ?> present, Map<String, ?> changes) {
		Map<String, @Nullable Object> values = new LinkedHashMap<>();
		this.attributes.keySet().forEach((attribute) -> values.put(attribute, present.get(attribute)));
		changes.forEach((attribute, value) -> values.put(attribute,
				(value != null) ? FakeValues.convert(this.name, attribute(attribute), value) : null));
		this.attributes.values().forEach((attribute) -> {
			if (attribute.required() && values.get(attribute.name()) == null) {
				throw new IllegalArgumentException(
						"The entry %s of the type '%s' has no value for '%s', which is required".formatted(changes,
								this.name, attribute.name()));
			}
		});
		return new FakeEntry(this, values);
	}

}
