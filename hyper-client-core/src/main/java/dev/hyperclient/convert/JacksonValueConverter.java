package dev.hyperclient.convert;

import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.util.function.SingletonSupplier;

/**
 * Converts values with its own Jackson mapper, independent of the configuration of the
 * application's mapper. A property {@code dateCreated} is the attribute
 * {@code date_created}; attributes that the type does not have are ignored. Thread-safe.
 */
public final class JacksonValueConverter implements ValueConverter {

	private final Supplier<JsonMapper> mapper;

	/**
	 * Create a converter.
	 * @param customizer changes the mapper; called lazily with the first conversion,
	 * since creating a mapper is expensive
	 */
	public JacksonValueConverter(UnaryOperator<JsonMapper.Builder> customizer) {
		this.mapper = SingletonSupplier.of(
				() -> customizer
					.apply(JsonMapper.builder()
						.propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
						.enable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
						.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
						.disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES))
					.build());
	}

	@Override
	public @Nullable Object toWire(Object value) {
		try {
			return this.mapper.get().convertValue(value, Object.class);
		}
		catch (JacksonException ex) {
			throw new IllegalArgumentException(ex.getOriginalMessage(), ex);
		}
	}

	@Override
	public <T> T fromWire(Map<String, ? extends @Nullable Object> representation, Class<T> type) {
		try {
			return this.mapper.get().convertValue(representation, type);
		}
		catch (JacksonException ex) {
			throw new IllegalArgumentException(ex.getOriginalMessage(), ex);
		}
	}

}
