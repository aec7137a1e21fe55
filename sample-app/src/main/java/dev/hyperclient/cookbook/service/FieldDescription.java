package dev.hyperclient.cookbook.service;

import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;

/**
 * A field of an entry type: what it is called, which values it has, and how to get and
 * set it.
 *
 * @param value the values
 * @param writable whether a client may change it
 * @param redacted whether callers see a tag in place of the value
 * @param reader gives the value; the entry itself where the field is a link, and nothing
 * for collections and files, whose links follow from the name
 * @param writer makes an entry with another value
 * @param <E> what is stored for an entry of the type
 */
record FieldDescription<E>(ValueDescription value, boolean writable, boolean redacted,
		BiFunction<Library, E, @Nullable Object> reader, BiFunction<E, @Nullable Object, E> writer) {

	static final String REDACTED = "tag:launchpad.net:2008:redacted";

	static <E> FieldDescription<E> of(ValueDescription value, BiFunction<Library, E, @Nullable Object> reader) {
		return new FieldDescription<>(value, false, false, reader, (entry, other) -> entry);
	}

	static <E> FieldDescription<E> linkOnly(ValueDescription value) {
		return of(value, (library, entry) -> null);
	}

	FieldDescription<E> writtenBy(BiFunction<E, @Nullable Object, E> writer) {
		return new FieldDescription<>(this.value, true, this.redacted, this.reader, writer);
	}

	/**
	 * The content of such a field is written at its own address, though the field counts
	 * as writable.
	 * @return the field
	 */
	FieldDescription<E> writtenElsewhere() {
		return new FieldDescription<>(this.value, true, this.redacted, this.reader, this.writer);
	}

	FieldDescription<E> hidden() {
		return new FieldDescription<>(this.value, this.writable, true, this.reader, this.writer);
	}

	String name() {
		return this.value.name();
	}

	ValueKind kind() {
		return this.value.kind();
	}

	String key() {
		return name() + kind().keySuffix();
	}

}
