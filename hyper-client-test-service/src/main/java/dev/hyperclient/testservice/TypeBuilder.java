package dev.hyperclient.testservice;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Declares an entry type of a {@link FakeService}: its attributes, operations and
 * entries. Not thread-safe.
 */
public final class TypeBuilder extends ValuesBuilder<TypeBuilder> {

	/**
	 * What follows the name of the type in the WADL ids of its methods and
	 * representations, as the names of its operations do.
	 */
	private static final Set<String> ENTRY_IDS = Set.of("get", "put", "patch", "delete", "full", "diff", "page",
			"xhtml", "wadl");

	private static final Set<String> COLLECTION_IDS = Set.of("get", "wadl");

	private final String name;

	private final String plural;

	private final Map<String, OperationDefinition> operations = new LinkedHashMap<>();

	private final Map<String, OperationDefinition> collectionOperations = new LinkedHashMap<>();

	private final List<Map<String, ? extends @Nullable Object>> entries = new ArrayList<>();

	private String documentation = "";

	private @Nullable String key;

	private boolean deletable;

	private Duration maxAge = Duration.ZERO;

	private Duration listMaxAge = Duration.ZERO;

	private BiPredicate<FakeEntry, Caller> visibility = (entry, caller) -> true;

	private BiFunction<FakeEntry, FakeEntry, Map<String, ? extends @Nullable Object>> onChange = (before, after) -> Map
		.of();

	TypeBuilder(String name, String plural) {
		this.name = Advice.requireName("an entry type", name);
		this.plural = Advice.requireName("a collection", plural);
	}

	/**
	 * Set the documentation of the type.
	 * @param text the documentation as plain text
	 * @return this builder
	 */
	public TypeBuilder documentation(String text) {
		this.documentation = text;
		return this;
	}

	/**
	 * Set the attribute whose value is the last path segment of an entry's URL. The
	 * default is the first attribute.
	 * @param attribute the name of a text or integer
	 * @return this builder
	 */
	public TypeBuilder key(String attribute) {
		this.key = attribute;
		return this;
	}

	/**
	 * Add a collection that belongs to each entry. It has the entries of a type that link
	 * to this one; that type must have one link to this type.
	 * @param collectionName the name, without the suffix {@code _collection_link}
	 * @param type the name of the type of its entries
	 * @return this builder
	 */
	public TypeBuilder collection(String collectionName, String type) {
		return add(collectionName, Kind.COLLECTION, List.of(), type, null);
	}

	/**
	 * Add a collection that belongs to each entry. It has the entries of a type that link
	 * to this one.
	 * @param collectionName the name, without the suffix {@code _collection_link}
	 * @param type the name of the type of its entries
	 * @param link the name of the link of that type that refers to this type
	 * @return this builder
	 */
	public TypeBuilder collection(String collectionName, String type, String link) {
		return add(collectionName, Kind.COLLECTION, List.of(), type, link);
	}

	/**
	 * Permit {@code DELETE} of entries.
	 * @return this builder
	 */
	public TypeBuilder deletable() {
		this.deletable = true;
		return this;
	}

	/**
	 * Let clients cache the representations of entries without validation. By default,
	 * responses have no freshness lifetime.
	 * @param lifetime the freshness lifetime, in whole seconds
	 * @return this builder
	 */
	public TypeBuilder maxAge(Duration lifetime) {
		this.maxAge = requireLifetime(lifetime);
		return this;
	}

	/**
	 * Let clients cache the pages of collections with entries of this type without
	 * validation. They are a cache group (RFC 9875) with the name of the top-level
	 * collection, which is invalidated by the response to each request that changes,
	 * creates or removes such an entry. Changes by the test do not invalidate it, since
	 * they have no response.
	 * @param lifetime the freshness lifetime, in whole seconds
	 * @return this builder
	 */
	public TypeBuilder listMaxAge(Duration lifetime) {
		this.listMaxAge = requireLifetime(lifetime);
		return this;
	}

	private Duration requireLifetime(Duration lifetime) {
		Advice.require(lifetime.toSeconds() > 0, "The freshness lifetime of %s must be at least one second but is %s",
				subject(), lifetime);
		return lifetime;
	}

	/**
	 * Set the condition under which a caller may read an entry. Other entries and their
	 * hosted files are refused with status 401, and the entries are omitted from pages.
	 * By default, everyone may read all entries.
	 * @param visibility whether a caller may read an entry
	 * @return this builder
	 */
	public TypeBuilder visibleIf(BiPredicate<FakeEntry, Caller> visibility) {
		this.visibility = visibility;
		return this;
	}

	/**
	 * Set a function that computes further values when an entry is changed, for example a
	 * revision number. It is not called for hosted files and for links whose target gets
	 * another key.
	 * @param onChange returns the further values by attribute name for an entry before
	 * and after the change
	 * @return this builder
	 */
	public TypeBuilder onChange(BiFunction<FakeEntry, FakeEntry, Map<String, ? extends @Nullable Object>> onChange) {
		this.onChange = onChange;
		return this;
	}

	/**
	 * Add a named operation of each entry.
	 * @param operationName the value of {@code ws.op}
	 * @param declaration declares parameters, result and behavior
	 * @return this builder
	 */
	public TypeBuilder operation(String operationName, Consumer<OperationBuilder> declaration) {
		return add(this.operations, ENTRY_IDS, operationName, "'" + this.name + "'", declaration);
	}

	/**
	 * Add a named operation of the top-level collection.
	 * @param operationName the value of {@code ws.op}
	 * @param declaration declares parameters, result and behavior
	 * @return this builder
	 */
	public TypeBuilder collectionOperation(String operationName, Consumer<OperationBuilder> declaration) {
		return add(this.collectionOperations, COLLECTION_IDS, operationName, "'" + this.plural + "'", declaration);
	}

	/**
	 * Add an entry. Attributes that are not given have no value.
	 * @param values the values by attribute name. A link is given as the key of its
	 * target, a choice as a text or an enum constant, a date as a {@code LocalDate} or a
	 * text, a date with a time as an {@code Instant} or a text, a hosted file as a
	 * {@code byte[]}
	 * @return this builder
	 */
	public TypeBuilder entry(Map<String, ? extends @Nullable Object> values) {
		Map<String, @Nullable Object> copies = new LinkedHashMap<>();
		values.forEach((attribute, value) -> copies.put(attribute, ServiceJson.copy(value)));
		this.entries.add(Collections.unmodifiableMap(copies));
		return this;
	}

	/**
	 * Add an entry from a record, whose components have the names of attributes.
	 * @param values the record
	 * @return this builder
	 */
	public TypeBuilder entry(Record values) {
		Map<String, @Nullable Object> components = new LinkedHashMap<>();
		for (RecordComponent component : values.getClass().getRecordComponents()) {
			try {
				component.getAccessor().setAccessible(true);
				components.put(component.getName(), component.getAccessor().invoke(values));
			}
			catch (IllegalAccessException | InvocationTargetException ex) {
				throw new IllegalArgumentException("The component '" + component.getName() + "' cannot be read", ex);
			}
		}
		return entry(components);
	}

	@Override
	String subject() {
		return "the entry type '" + this.name + "'";
	}

	String name() {
		return this.name;
	}

	List<Map<String, ? extends @Nullable Object>> entries() {
		return List.copyOf(this.entries);
	}

	FakeType build() {
		String keyName = requireKey();
		Map<String, ValueDefinition> attributes = new LinkedHashMap<>(values());
		attributes.computeIfPresent(keyName, (attribute, value) -> value.asKey());
		Set<String> jsonKeys = new HashSet<>(Representations.COMMON_KEYS);
		for (ValueDefinition attribute : attributes.values()) {
			Advice.require(jsonKeys.add(attribute.key()), "The JSON key '%s' of %s is used twice or reserved",
					attribute.key(), subject());
		}
		return new FakeType(this.name, this.plural, this.documentation, keyName,
				Collections.unmodifiableMap(attributes), List.copyOf(this.operations.values()),
				List.copyOf(this.collectionOperations.values()),
				this.deletable ? List.of("GET", "PUT", "PATCH", "DELETE") : List.of("GET", "PUT", "PATCH"), this.maxAge,
				this.listMaxAge, this.visibility, this.onChange, null);
	}

	private String requireKey() {
		Advice.require(!values().isEmpty(), "%s has no attributes: add at least a key, for example integer(\"id\")",
				Advice.capitalized(subject()));
		String keyName = (this.key != null) ? this.key : values().keySet().iterator().next();
		ValueDefinition attribute = values().get(keyName);
		if (attribute == null) {
			throw new IllegalArgumentException(
					"The key '%s' is not an attribute of %s: add text(\"%s\") or integer(\"%s\"), or name one of %s"
						.formatted(keyName, subject(), keyName, keyName, String.join(", ", values().keySet())));
		}
		Advice.require(attribute.kind() == Kind.TEXT || attribute.kind() == Kind.INTEGER,
				"The key '%s' of %s must be a text or an integer: add one in front of it, or name one with key(...)",
				keyName, subject());
		Advice.require(!attribute.redacted() && !attribute.stripped(),
				"The key '%s' of %s is a part of URLs as it is and cannot be redacted or stripped", keyName, subject());
		return keyName;
	}

	private TypeBuilder add(Map<String, OperationDefinition> all, Set<String> reserved, String operationName,
			String owner, Consumer<OperationBuilder> declaration) {
		Advice.require(!reserved.contains(operationName),
				"The name '%s' of an operation of %s is reserved in the description: give it another name",
				operationName, owner);
		OperationBuilder operation = new OperationBuilder(operationName, owner);
		declaration.accept(operation);
		Advice.declare(all, operationName, operation.build(), "The operation '" + operationName + "' of " + owner);
		return this;
	}

}
