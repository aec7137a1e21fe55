package dev.hyperclient.testservice;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An entry type and its top-level collection. Immutable.
 *
 * @param name the name of the type
 * @param plural the name of the collection, empty if the type has none of its own
 * @param documentation the documentation
 * @param key the name of the attribute that is the key, empty if the type is not declared
 * here: the path of an entry does not follow from its values
 * @param attributes the attributes by name, with collections
 * @param operations the operations of each entry
 * @param collectionOperations the operations of the collection
 * @param methods the HTTP methods of entries, without the methods of operations
 * @param maxAge the freshness lifetime of representations of entries, zero for none
 * @param listMaxAge the freshness lifetime of the collections with entries of this type,
 * which are a cache group then; zero for none
 * @param visibility whether a caller may read an entry
 * @param onChange returns further values for an entry before and after a change
 * @param origin the URLs of the service that describes the type, or {@code null} if it is
 * declared here
 */
record FakeType(String name, String plural, String documentation, String key, Map<String, ValueDefinition> attributes,
		List<OperationDefinition> operations, List<OperationDefinition> collectionOperations, List<String> methods,
		Duration maxAge, Duration listMaxAge, BiPredicate<FakeEntry, Caller> visibility,
		BiFunction<FakeEntry, FakeEntry, Map<String, ? extends @Nullable Object>> onChange,
		@Nullable ServiceUris origin) {

	static final String PAGE_RESOURCE = "-page-resource";

	/**
	 * Return the cache group (RFC 9875) of the collections with entries of this type, as
	 * a member of a field.
	 */
	String cacheGroup() {
		return '"' + this.plural + '"';
	}

	String subject() {
		return "the entry type '" + this.name + "'";
	}

	/**
	 * Return whether a number can be chosen as the key of an entry.
	 */
	boolean isNumbered() {
		return this.origin == null && attribute(this.key).kind() == Kind.INTEGER;
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

	/**
	 * Return an attribute that has values.
	 * @param attribute the name, or the JSON key
	 * @return the attribute
	 * @throws IllegalArgumentException if there is none
	 */
	ValueDefinition attribute(String attribute) {
		return Optional.ofNullable(this.attributes.get(attribute))
			.or(() -> attributeWithKey(attribute))
			.filter((definition) -> definition.kind() != Kind.COLLECTION)
			.orElseThrow(() -> new IllegalArgumentException(
					"The entry type '" + this.name + "' has no attribute '" + attribute + "'. It has: "
							+ String.join(", ", stored().stream().map(ValueDefinition::name).toList()) + "."));
	}

	Optional<ValueDefinition> attributeWithKey(String jsonKey) {
		return this.attributes.values().stream().filter((attribute) -> attribute.key().equals(jsonKey)).findFirst();
	}

	/**
	 * Return whether entries of this type can be where a type of another service is
	 * expected: they have all its attributes, since descriptions do not name subtypes.
	 */
	boolean isA(FakeType expected) {
		return this.attributes.keySet().containsAll(expected.attributes.keySet());
	}

	/**
	 * Return an entry with a path and no values. Of the files of a type of another
	 * service, nothing is known but their URLs.
	 * @param path the path, ignored if it follows from the values
	 * @return the entry
	 */
	FakeEntry blank(ResourcePath path) {
		Map<String, @Nullable Object> values = new LinkedHashMap<>();
		Map<String, JsonNode> recorded = new LinkedHashMap<>();
		ServiceUris urls = this.origin;
		this.attributes.forEach((attribute, definition) -> {
			if (urls != null && definition.kind() == Kind.FILE) {
				recorded.put(definition.key(), ServiceJson.node(urls.to(path.plus(attribute))));
			}
			else {
				values.put(attribute, (urls != null && attribute.equals("web_link")) ? urls.to(path) : null);
			}
		});
		return new FakeEntry(this, path, values, recorded);
	}

	/**
	 * Return an entry of another service.
	 * @param path the path
	 * @param representation the representation, of which members may be missing
	 * @return the entry
	 */
	FakeEntry recorded(ResourcePath path, ObjectNode representation) {
		Map<String, JsonNode> recorded = new LinkedHashMap<>();
		recorded.put(FakeEntry.TAG, ServiceJson.nullNode());
		representation.properties().forEach((member) -> recorded.put(member.getKey(), member.getValue()));
		Map<String, @Nullable Object> values = new LinkedHashMap<>();
		this.attributes.forEach((name, attribute) -> {
			boolean value = attribute.kind() != Kind.FILE && attribute.kind() != Kind.COLLECTION;
			JsonNode member = value ? recorded.remove(attribute.key()) : null;
			if (member != null) {
				values.put(name, (this.origin != null && attribute.kind() == Kind.REFERENCE && member.isString())
						? Reference.of(this.origin, member.stringValue()) : ServiceJson.value(member));
			}
		});
		return new FakeEntry(this, path, values, recorded);
	}

	FakeType withOperations(List<OperationDefinition> changed) {
		return new FakeType(this.name, this.plural, this.documentation, this.key, this.attributes, changed,
				this.collectionOperations, this.methods, this.maxAge, this.listMaxAge, this.visibility, this.onChange,
				this.origin);
	}

	/**
	 * Return the values of an entry after a change.
	 * @param before the entry
	 * @param changes the other values, which are converted and checked
	 * @return the values by attribute name
	 */
	Map<String, @Nullable Object> changed(FakeEntry before, Map<String, ? extends @Nullable Object> changes) {
		Map<String, @Nullable Object> values = new LinkedHashMap<>(before.raw());
		changes.forEach((name, value) -> {
			ValueDefinition attribute = attribute(name);
			boolean same = value != null && value.equals(before.get(name));
			if (!same) {
				values.put(attribute.name(),
						(value != null) ? changed(before.raw().get(name), convert(attribute, value)) : null);
			}
		});
		this.attributes.values()
			.forEach((attribute) -> Advice.require(!attribute.required() || values.get(attribute.name()) != null,
					"The entry %s of the type '%s' has no value for '%s', which is required", changes, this.name,
					attribute.name()));
		return values;
	}

	private static Reference reference(ServiceUris origin, String pathOrUrl) {
		boolean url = pathOrUrl.matches("https?://.*");
		return Reference.of(origin, url ? pathOrUrl : origin.to(ResourcePath.declared(pathOrUrl)));
	}

	private Object convert(ValueDefinition attribute, Object value) {
		if (attribute.kind() == Kind.LINK) {
			return (value instanceof FakeEntry entry) ? entry.key() : value.toString();
		}
		if (attribute.kind() == Kind.FILE && value instanceof byte[] content) {
			return content.clone();
		}
		if (this.origin != null && attribute.kind() == Kind.REFERENCE) {
			if (value instanceof FakeEntry || value instanceof CharSequence || value instanceof URI) {
				return reference(this.origin, (value instanceof FakeEntry entry) ? entry.path() : value.toString());
			}
		}
		if (value instanceof Reference || (attribute.kind() == Kind.DATE_TIME && value instanceof Instant)) {
			return value;
		}
		// Before the message below, which cannot have a map that contains itself.
		Object copy = Objects.requireNonNull(ServiceJson.copy(value));
		try {
			return ValueDecoder.decode(attribute,
					(value instanceof byte[]) ? ServiceJson.nullNode() : ServiceJson.attribute(copy));
		}
		catch (InvalidValueException | JacksonException | IllegalArgumentException ex) {
			String options = (attribute.kind() == Kind.CHOICE) ? String.join(", ", attribute.options()) : "";
			throw new IllegalArgumentException("The attribute '%s' of the entry type '%s' takes %s but not %s (%s)"
				.formatted(attribute.name(), this.name, attribute.kind().javaType + options,
						(value instanceof byte[]) ? "bytes" : value, value.getClass().getSimpleName()));
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

	/**
	 * A link of an entry of another service, whose target may be unknown.
	 *
	 * @param url the URL
	 * @param path the path below the root, not percent-encoded, or the URL if it is not
	 * below the root
	 */
	record Reference(String url, String path) {

		static Reference of(ServiceUris origin, String url) {
			return new Reference(url, origin.resolve(url).map(ResourcePath::toString).orElse(url));
		}

	}

}
