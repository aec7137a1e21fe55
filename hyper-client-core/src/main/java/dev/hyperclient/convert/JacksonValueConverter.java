package dev.hyperclient.convert;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.util.function.SingletonSupplier;

/**
 * Converts values with Jackson. A property {@code dateCreated} is the attribute
 * {@code date_created}; attributes of an entry without a property of that name are
 * ignored. Thread-safe.
 */
public final class JacksonValueConverter implements ValueConverter {

	private final Supplier<ValueConverter> conversion;

	/**
	 * Create a converter whose mapper has the modules that
	 * {@link java.util.ServiceLoader} finds.
	 * @param customizer changes the mapper; called lazily with the first conversion,
	 * since creating a mapper is expensive
	 */
	public JacksonValueConverter(UnaryOperator<JsonMapper.Builder> customizer) {
		this.conversion = SingletonSupplier.of(() -> new JacksonConversion(null, customizer));
	}

	/**
	 * Create a converter whose mapper is derived from the mapper of the application: it
	 * has its modules, its naming strategy if one is set, and its settings, except those
	 * that would change what is sent (format of dates and enum constants, absence of
	 * nulls, visibility of properties) or make other attributes an error.
	 * @param base supplies the mapper to derive from, {@code null} for none; called with
	 * the first conversion
	 * @param customizer changes the mapper; called with the first conversion
	 */
	public JacksonValueConverter(Supplier<? extends @Nullable JsonMapper> base,
			UnaryOperator<JsonMapper.Builder> customizer) {
		this.conversion = SingletonSupplier.of(() -> new JacksonConversion(base, customizer));
	}

	@Override
	public @Nullable Object toWire(Object value) {
		return this.conversion.get().toWire(value);
	}

	@Override
	public Optional<List<TypeProperty>> properties(Class<?> type) {
		return this.conversion.get().properties(type);
	}

	@Override
	public <T> T fromWire(Map<String, ? extends @Nullable Object> representation, Class<T> type) {
		return this.conversion.get().fromWire(representation, type);
	}

}
