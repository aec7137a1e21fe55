package dev.hyperclient;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.convert.TypeProperty;
import dev.hyperclient.convert.ValueConverter;
import org.jspecify.annotations.Nullable;

/**
 * Converts entries to their URLs, and other values with another converter.
 *
 * @param other the other converter
 */
record EntryLinkConverter(ValueConverter other) implements ValueConverter {

	@Override
	public @Nullable Object toWire(Object value) {
		return (value instanceof Entry entry) ? DefaultEntry.linkTo(entry).toString() : this.other.toWire(value);
	}

	@Override
	public Optional<List<TypeProperty>> properties(Class<?> type) {
		return this.other.properties(type);
	}

	@Override
	public <T> T fromWire(Map<String, ? extends @Nullable Object> representation, Class<T> type) {
		return this.other.fromWire(representation, type);
	}

}
