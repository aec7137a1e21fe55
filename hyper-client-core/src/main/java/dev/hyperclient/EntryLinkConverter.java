package dev.hyperclient;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import dev.hyperclient.convert.TypeProperty;
import dev.hyperclient.convert.ValueConverter;
import org.jspecify.annotations.Nullable;

/**
 * Converts entries to their URLs, and other values with another converter.
 *
 * @param links returns the URL of an entry, empty for other values
 * @param other the other converter
 */
record EntryLinkConverter(Function<Object, Optional<URI>> links, ValueConverter other) implements ValueConverter {

	@Override
	public @Nullable Object toWire(Object value) {
		Optional<URI> link = this.links.apply(value);
		return link.isPresent() ? link.get().toString() : this.other.toWire(value);
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
