package dev.hyperclient.testservice;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;

/**
 * An entry type and its top-level collection. Immutable.
 *
 * @param <D> the data of the service
 * @param <E> the stored entry
 */
public final class EntryType<D, E> {

	static final String PAGE_RESOURCE = "-page-resource";

	private final String name;

	private final String plural;

	private final String summary;

	private final List<Attribute<D, E>> attributes;

	private final List<OperationDefinition<D, D>> collectionOperations;

	private final List<OperationDefinition<D, E>> operations;

	private final boolean deletable;

	private final EntryStore<D, E> store;

	private EntryType(Builder<D, E> builder) {
		this.name = builder.name;
		this.plural = builder.plural;
		this.summary = builder.summary;
		this.attributes = List.copyOf(builder.attributes);
		this.collectionOperations = List.copyOf(builder.collectionOperations);
		this.operations = List.copyOf(builder.operations);
		this.deletable = builder.deletable;
		this.store = builder.store;
	}

	/**
	 * Create a builder.
	 * @param name the name of the type
	 * @param plural the name of the collection, which is its path segment
	 * @param store finds and replaces entries
	 * @param <D> the data of the service
	 * @param <E> the stored entry
	 * @return the builder
	 */
	public static <D, E> Builder<D, E> builder(String name, String plural, EntryStore<D, E> store) {
		return new Builder<>(name, plural, store);
	}

	/**
	 * Return the name of the type.
	 * @return the name
	 */
	public String name() {
		return this.name;
	}

	String plural() {
		return this.plural;
	}

	String summary() {
		return this.summary;
	}

	List<Attribute<D, E>> attributes() {
		return this.attributes;
	}

	List<OperationDefinition<D, D>> collectionOperations() {
		return this.collectionOperations;
	}

	List<OperationDefinition<D, E>> operations() {
		return this.operations;
	}

	boolean isDeletable() {
		return this.deletable;
	}

	EntryStore<D, E> store() {
		return this.store;
	}

	String pageType() {
		return this.name + PAGE_RESOURCE;
	}

	ResourcePath pathOf(E entry) {
		return ResourcePath.of(this.plural, this.store.keyOf(entry));
	}

	Optional<Attribute<D, E>> attributeWithKey(String key) {
		return this.attributes.stream().filter((attribute) -> attribute.key().equals(key)).findFirst();
	}

	Optional<Attribute<D, E>> attributeNamed(String attributeName) {
		return this.attributes.stream().filter((attribute) -> attribute.name().equals(attributeName)).findFirst();
	}

	/**
	 * Builder of an entry type. Attributes are described in the order of their addition.
	 *
	 * @param <D> the data of the service
	 * @param <E> the stored entry
	 */
	public static final class Builder<D, E> {

		private final String name;

		private final String plural;

		private final EntryStore<D, E> store;

		private final List<Attribute<D, E>> attributes = new ArrayList<>();

		private final List<OperationDefinition<D, D>> collectionOperations = new ArrayList<>();

		private final List<OperationDefinition<D, E>> operations = new ArrayList<>();

		private String summary = "";

		private boolean deletable;

		private Builder(String name, String plural, EntryStore<D, E> store) {
			this.name = name;
			this.plural = plural;
			this.store = store;
		}

		/**
		 * Set the documentation of the type.
		 * @param summary one sentence
		 * @return this builder
		 */
		public Builder<D, E> summary(String summary) {
			this.summary = summary;
			return this;
		}

		/**
		 * Add a read-only attribute.
		 * @param value the name and the values
		 * @param reader returns the value; the stored entry for a link
		 * @param <T> the type of the values
		 * @return this builder
		 */
		public <T> Builder<D, E> attribute(ValueDefinition<T> value, BiFunction<D, E, ? extends @Nullable T> reader) {
			this.attributes.add(Attribute.readOnly(value, reader));
			return this;
		}

		/**
		 * Add a writable attribute.
		 * @param value the name and the values
		 * @param reader returns the value; the stored entry for a link
		 * @param writer returns the entry with another value, which is {@code null} only
		 * if the value is optional
		 * @param <T> the type of the values
		 * @return this builder
		 */
		public <T> Builder<D, E> attribute(ValueDefinition<T> value, BiFunction<D, E, ? extends @Nullable T> reader,
				BiFunction<E, T, E> writer) {
			this.attributes.add(Attribute.writable(value, false, reader, writer));
			return this;
		}

		/**
		 * Add a writable attribute whose value no client may read.
		 * @param value the name and the values
		 * @param reader returns the value
		 * @param writer returns the entry with another value
		 * @param <T> the type of the values
		 * @return this builder
		 */
		public <T> Builder<D, E> redactedAttribute(ValueDefinition<T> value,
				BiFunction<D, E, ? extends @Nullable T> reader, BiFunction<E, T, E> writer) {
			this.attributes.add(Attribute.writable(value, true, reader, writer));
			return this;
		}

		/**
		 * Add a collection that belongs to each entry.
		 * @param name the name, which is its path segment
		 * @param entryType the name of the type of its entries
		 * @param reader returns its entries
		 * @return this builder
		 */
		public Builder<D, E> collection(String name, String entryType, BiFunction<D, E, EntryList<?>> reader) {
			this.attributes.add(Attribute.readOnly(ValueDefinition.collection(name, entryType), reader));
			return this;
		}

		/**
		 * Add a hosted file that clients may store and delete.
		 * @param name the name, which is its path segment
		 * @param files reads and writes the file
		 * @return this builder
		 */
		public Builder<D, E> file(String name, FileAccess<D, E> files) {
			this.attributes.add(Attribute.file(name, files));
			return this;
		}

		/**
		 * Add a read-only hosted file that has no content.
		 * @param name the name, which is its path segment
		 * @return this builder
		 */
		public Builder<D, E> emptyFile(String name) {
			this.attributes.add(Attribute.file(name, null));
			return this;
		}

		/**
		 * Add named operations of the top-level collection.
		 * @param definitions the operations
		 * @return this builder
		 */
		public Builder<D, E> collectionOperations(List<OperationDefinition<D, D>> definitions) {
			this.collectionOperations.addAll(definitions);
			return this;
		}

		/**
		 * Add named operations of each entry.
		 * @param definitions the operations
		 * @return this builder
		 */
		public Builder<D, E> operations(List<OperationDefinition<D, E>> definitions) {
			this.operations.addAll(definitions);
			return this;
		}

		/**
		 * Permit {@code DELETE} of entries.
		 * @return this builder
		 */
		public Builder<D, E> deletable() {
			this.deletable = true;
			return this;
		}

		/**
		 * Build the entry type.
		 * @return the entry type
		 */
		public EntryType<D, E> build() {
			return new EntryType<>(this);
		}

	}

}
