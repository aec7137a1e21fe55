package dev.hyperclient.test;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.convert.TypeProperty;
import dev.hyperclient.convert.ValueConverter;
import org.jspecify.annotations.Nullable;

/**
 * Refuses to convert an entry to a type with a property that the test did not give. A
 * service would send a value, so {@code null} in its place would be invented.
 *
 * @param delegate converts values
 */
record GivenValuesConverter(ValueConverter delegate) implements ValueConverter {

	@Override
	public @Nullable Object toWire(Object value) {
		return this.delegate.toWire(value);
	}

	@Override
	public Optional<List<TypeProperty>> properties(Class<?> type) {
		return this.delegate.properties(type);
	}

	@Override
	public <T> T fromWire(Map<String, ? extends @Nullable Object> representation, Class<T> type) {
		// A Kotlin data class may have defaults for what is missing.
		List<TypeProperty> components = type.isRecord() ? properties(type).orElse(List.of()) : List.of();
		components.stream()
			.filter((property) -> property.fields().stream().noneMatch(representation::containsKey))
			.findFirst()
			.ifPresent((missing) -> {
				throw new IllegalStateException(
						"'%s' was not given to the entry, but %s has it. Give it a value, which may be null."
							.formatted(missing.fields().get(0), type.getName()));
			});
		return this.delegate.fromWire(representation, type);
	}

}
