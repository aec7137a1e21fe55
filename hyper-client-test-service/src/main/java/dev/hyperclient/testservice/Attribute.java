package dev.hyperclient.testservice;

import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;

/**
 * An attribute of an entry type.
 *
 * @param value the name and the permitted values
 * @param writable whether clients may change the value
 * @param redacted whether representations carry {@link #REDACTED} instead of the value
 * @param reader returns the value: the stored entry for a link, an {@link EntryList} for
 * a collection, {@code null} for a hosted file
 * @param writer returns the entry with another value
 * @param files reads and writes the content of a hosted file, or {@code null} if the
 * attribute is not a file or never has content
 * @param <D> the data of the service
 * @param <E> the stored entry
 */
record Attribute<D, E>(ValueDefinition<?> value, boolean writable, boolean redacted,
		BiFunction<D, E, @Nullable Object> reader, BiFunction<E, @Nullable Object, E> writer,
		@Nullable FileAccess<D, E> files) {

	static final String REDACTED = "tag:launchpad.net:2008:redacted";

	static <D, E> Attribute<D, E> readOnly(ValueDefinition<?> value,
			BiFunction<D, E, ? extends @Nullable Object> reader) {
		return new Attribute<>(value, false, false, reader::apply, (entry, other) -> entry, null);
	}

	static <D, E, T> Attribute<D, E> writable(ValueDefinition<T> value, boolean redacted,
			BiFunction<D, E, ? extends @Nullable Object> reader, BiFunction<E, T, E> writer) {
		return new Attribute<>(value, true, redacted, reader::apply,
				(entry, other) -> writer.apply(entry, value.type().cast(other)), null);
	}

	static <D, E> Attribute<D, E> file(String name, @Nullable FileAccess<D, E> files) {
		return new Attribute<>(ValueDefinition.file(name), files != null, false, (data, entry) -> null,
				(entry, other) -> entry, files);
	}

	String name() {
		return this.value.name();
	}

	ValueDefinition.Kind kind() {
		return this.value.kind();
	}

	/**
	 * Return the key of the attribute in representations.
	 * @return the name with the suffix of its kind
	 */
	String key() {
		return name() + kind().keySuffix();
	}

}
