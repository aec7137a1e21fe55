package dev.hyperclient.testservice;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Declares an entry type of a {@link FakeService}: its attributes, operations and
 * entries. Not thread-safe.
 */
public final class TypeBuilder extends ValuesBuilder<TypeBuilder> {

	private final String name;

	private final String plural;

	private final Map<String, DeclaredCollection> collections = new LinkedHashMap<>();

	private final Map<String, OperationBuilder> operations = new LinkedHashMap<>();

	private final Map<String, OperationBuilder> collectionOperations = new LinkedHashMap<>();

	private final List<Map<String, ?>> entries = new ArrayList<>();

	private String documentation = "";

	private @Nullable String key;

	private boolean deletable;

	private BiPredicate<FakeEntry, Caller> visibility = (entry, caller) -> true;

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
		return add(
				new DeclaredCollection(Advice.requireName("a collection of " + subject(), collectionName), type, null));
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
		return add(
				new DeclaredCollection(Advice.requireName("a collection of " + subject(), collectionName), type, link));
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
	 * Set who may read an entry. Other entries are refused with status 401 and omitted
	 * from pages. By default, everyone may read all entries.
	 * @param visibility whether a caller may read an entry
	 * @return this builder
	 */
	public TypeBuilder visibleIf(BiPredicate<FakeEntry, Caller> visibility) {
		this.visibility = visibility;
		return this;
	}

	/**
	 * Add a named operation of each entry.
	 * @param operationName the value of {@code ws.op}
	 * @param declaration declares parameters, result and behavior
	 * @return this builder
	 */
	public TypeBuilder operation(String operationName, Consumer<OperationBuilder> declaration) {
		return add(this.operations, operationName, "'" + this.name + "'", declaration);
	}

	/**
	 * Add a named operation of the top-level collection.
	 * @param operationName the value of {@code ws.op}
	 * @param declaration declares parameters, result and behavior
	 * @return this builder
	 */
	public TypeBuilder collectionOperation(String operationName, Consumer<OperationBuilder> declaration) {
		return add(this.collectionOperations, operationName, "'" + this.plural + "'", declaration);
	}

	/**
	 * Add an entry. Attributes that are not given have no value.
	 * @param values the values by attribute name. A link is given as the key of its
	 * target, a choice as a text or an enum constant, a date as a {@code LocalDate} or a
	 * text, a hosted file as a {@code byte[]}
	 * @return this builder
	 */
	public TypeBuilder entry(Map<String, ?> values) {
		this.entries.add(Collections.unmodifiableMap(new LinkedHashMap<>(values)));
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
			components.put(component.getName(), valueOf(component, values));
		}
		this.entries.add(components);
		return this;
	}

	@Override
	TypeBuilder self() {
		return this;
	}

	@Override
	String subject() {
		return "the entry type '" + this.name + "'";
	}

	String name() {
		return this.name;
	}

	String plural() {
		return this.plural;
	}

	String documentation() {
		return this.documentation;
	}

	@Nullable String key() {
		return this.key;
	}

	boolean isDeletable() {
		return this.deletable;
	}

	BiPredicate<FakeEntry, Caller> visibility() {
		return this.visibility;
	}

	Map<String, DeclaredCollection> collections() {
		return this.collections;
	}

	Map<String, OperationBuilder> operations() {
		return this.operations;
	}

	Map<String, OperationBuilder> collectionOperations() {
		return this.collectionOperations;
	}

	List<Map<String, ?>> entries() {
		return this.entries;
	}

	private TypeBuilder add(DeclaredCollection collection) {
		if (this.collections.putIfAbsent(collection.name(), collection) != null) {
			throw new IllegalArgumentException(
					"The collection '" + collection.name() + "' of " + subject() + " is declared twice");
		}
		return this;
	}

	private TypeBuilder add(Map<String, OperationBuilder> operations, String operationName, String owner,
			Consumer<OperationBuilder> declaration) {
		OperationBuilder operation = new OperationBuilder(operationName, owner);
		declaration.accept(operation);
		if (operations.putIfAbsent(operationName, operation) != null) {
			throw new IllegalArgumentException(
					"The operation '" + operationName + "' of " + owner + " is declared twice");
		}
		return this;
	}

	private static @Nullable Object valueOf(RecordComponent component, Record values) {
		try {
			component.getAccessor().setAccessible(true);
			return component.getAccessor().invoke(values);
		}
		catch (IllegalAccessException | InvocationTargetException ex) {
			throw new IllegalArgumentException("The component '" + component.getName() + "' cannot be read", ex);
		}
	}

	/**
	 * A declared collection of an entry.
	 *
	 * @param name the name
	 * @param type the name of the type of its entries
	 * @param link the name of their link to the entry, or {@code null} if they have one
	 * only
	 */
	record DeclaredCollection(String name, String type, @Nullable String link) {
	}

}
