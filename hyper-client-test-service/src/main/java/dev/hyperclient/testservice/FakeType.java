package dev.hyperclient.testservice;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;

import dev.hyperclient.testservice.ValueDecoder.InvalidValueException;
import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

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
 * @param maxAge the freshness lifetime of representations of entries, zero for none
 * @param visibility whether a caller may read an entry
 * @param onChange returns further values for an entry before and after a change
 */
record FakeType(String name, String plural, String documentation, String key, Map<String, ValueDefinition> attributes,
		List<OperationDefinition> operations, List<OperationDefinition> collectionOperations, boolean deletable,
		Duration maxAge, BiPredicate<FakeEntry, Caller> visibility,
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

	List<ValueDefinition> attributes(Kind kind) {
		return this.attributes.values().stream().filter((attribute) -> attribute.kind() == kind).toList();
	}

	List<ValueDefinition> linksTo(String type) {
		return attributes(Kind.LINK).stream().filter((link) -> type.equals(link.target())).toList();
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
			values.compute(name, (key, before) -> (value != null) ? changed(before, convert(attribute, value)) : null);
		});
		this.attributes.values()
			.forEach((attribute) -> Advice.require(!attribute.required() || values.containsKey(attribute.name()),
					"The entry %s of the type '%s' has no value for '%s', which is required", changes, this.name,
					attribute.name()));
		return new FakeEntry(this, values);
	}

	private Object convert(ValueDefinition attribute, Object value) {
		if (attribute.kind() == Kind.LINK) {
			return (value instanceof FakeEntry entry) ? entry.key() : value.toString();
		}
		if (attribute.kind() == Kind.FILE && value instanceof byte[] content) {
			return content.clone();
		}
		// Before the message below, which cannot have a map that contains itself.
		Object copy = Objects.requireNonNull(ServiceJson.copy(value));
		try {
			return ValueDecoder.decodePlain(attribute, ServiceJson.node(copy));
		}
		catch (InvalidValueException | JacksonException | IllegalArgumentException ex) {
			String options = (attribute.kind() == Kind.CHOICE) ? String.join(", ", attribute.options()) : "";
			throw new IllegalArgumentException(
					"The attribute '%s' of the entry type '%s' takes %s but not %s (%s)".formatted(attribute.name(),
							this.name, attribute.kind().javaType + options, value, value.getClass().getSimpleName()));
		}
	}

	/**
	 * Return the value after a change. A decimal number that differs in its scale only is
	 * not changed.
	 */
	private static Object changed(@Nullable Object before, Object after) {
		return (before instanceof BigDecimal one && after instanceof BigDecimal other && one.compareTo(other) == 0)
				? before : after;
	}

}
