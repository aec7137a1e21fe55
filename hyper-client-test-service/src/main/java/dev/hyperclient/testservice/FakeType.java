package dev.hyperclient.testservice;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;

import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;

/**
 * An entry type and its top-level collection. Immutable.
 *
 * @param name the name of the type
 * @param plural the name of the collection
 * @param documentation the documentation
 * @param key the name of the attribute that is the key
 * @param attributes the attributes by name, with collections
 * @param operations the operations of each entry
 * @param collectionOperations the operations of the collection
 * @param deletable whether clients may delete entries
 * @param visibility whether a caller may read an entry
 * @param onChange returns further values for an entry before and after a change
 */
record FakeType(String name, String plural, String documentation, String key, Map<String, ValueDefinition> attributes,
		List<OperationDefinition> operations, List<OperationDefinition> collectionOperations, boolean deletable,
		BiPredicate<FakeEntry, Caller> visibility,
		BiFunction<FakeEntry, FakeEntry, Map<String, ? extends @Nullable Object>> onChange) {

	static final String PAGE_RESOURCE = "-page-resource";

	String subject() {
		return "the entry type '" + this.name + "'";
	}

	/**
	 * Return the attributes that have values.
	 * @return the attributes without collections
	 */
	List<ValueDefinition> stored() {
		return this.attributes.values().stream().filter((attribute) -> attribute.kind() != Kind.COLLECTION).toList();
	}

	List<ValueDefinition> linksTo(String type) {
		return this.attributes.values()
			.stream()
			.filter((attribute) -> attribute.kind() == Kind.LINK && type.equals(attribute.target()))
			.toList();
	}

	ValueDefinition attribute(String attribute) {
		ValueDefinition definition = this.attributes.get(attribute);
		if (definition == null || definition.kind() == Kind.COLLECTION) {
			throw new IllegalArgumentException("The entry type '" + this.name + "' has no attribute '" + attribute
					+ "'. It has: " + String.join(", ", stored().stream().map(ValueDefinition::name).toList()) + ".");
		}
		return definition;
	}

	Optional<ValueDefinition> attributeWithKey(String jsonKey) {
		return this.attributes.values().stream().filter((attribute) -> attribute.key().equals(jsonKey)).findFirst();
	}

	/**
	 * Create an entry.
	 * @param present the values to start with
	 * @param changes other values, which are converted and checked
	 * @return the entry
	 */
	FakeEntry entry(Map<String, Object> present, Map<String, ? extends @Nullable Object> changes) {
		Map<String, Object> values = new HashMap<>(present);
		changes.forEach((name, value) -> {
			ValueDefinition attribute = attribute(name);
			if (value == null) {
				values.remove(name);
			}
			else {
				values.merge(name, FakeValues.convert(this.name, attribute, value), FakeValues::changed);
			}
		});
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
