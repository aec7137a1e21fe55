package dev.hyperclient.convert;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hyperclient.internal.description.DescribedMembers;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.deser.AbstractDeserializer;
import tools.jackson.databind.deser.DeserializationContextExt;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.introspect.VisibilityChecker;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.util.StdDateFormat;
import tools.jackson.databind.util.TokenBuffer;

import org.springframework.core.KotlinDetector;
import org.springframework.util.ClassUtils;
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
	 * has its modules, its naming strategy if one is set, and its settings, except
	 * settings that would change requests (format of dates and enum constants, absence of
	 * nulls, visibility of properties) or reject other attributes.
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

	/**
	 * Converts values with a mapper. Separate from {@link JacksonValueConverter}, so that
	 * a program that converts nothing does not load the classes of the mapper.
	 * Thread-safe.
	 */
	private static final class JacksonConversion implements ValueConverter {

		private final JsonMapper mapper;

		JacksonConversion(@Nullable Supplier<? extends @Nullable JsonMapper> base,
				UnaryOperator<JsonMapper.Builder> customizer) {
			this.mapper = customizer.apply(builder((base != null) ? base.get() : null))
				.addModule(new EmbeddedValueModule())
				.build();
		}

		private static JsonMapper.Builder builder(@Nullable JsonMapper base) {
			JsonMapper.Builder builder = (base != null) ? base.rebuild() : JsonMapper.builder().findAndAddModules();
			if (base == null || base.deserializationConfig().getPropertyNamingStrategy() == null) {
				builder.propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
			}
			// What a service gets and sends does not depend on how the application writes
			// its
			// own JSON.
			return builder.deactivateDefaultTyping()
				.enable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
				.disable(SerializationFeature.WRAP_ROOT_VALUE)
				.disable(SerializationFeature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED)
				.changeDefaultPropertyInclusion((inclusion) -> JsonInclude.Value.empty())
				.changeDefaultVisibility((visibility) -> VisibilityChecker.defaultInstance())
				.disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS, DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS,
						DateTimeFeature.WRITE_DATES_WITH_CONTEXT_TIME_ZONE)
				.defaultDateFormat(new StdDateFormat())
				// By name or @JsonProperty, as constants outside of records.
				.disable(EnumFeature.WRITE_ENUMS_USING_INDEX, EnumFeature.WRITE_ENUM_KEYS_USING_INDEX,
						EnumFeature.WRITE_ENUMS_TO_LOWERCASE, EnumFeature.WRITE_ENUMS_USING_TO_STRING,
						EnumFeature.READ_ENUMS_USING_TO_STRING)
				.enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
				.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.UNWRAP_ROOT_VALUE);
		}

		@Override
		public @Nullable Object toWire(Object value) {
			try {
				return this.mapper.convertValue(value, Object.class);
			}
			catch (JacksonException ex) {
				throw new IllegalArgumentException(ex.getOriginalMessage(), ex);
			}
		}

		@Override
		public Optional<List<TypeProperty>> properties(Class<?> type) {
			try {
				return TypeProperties.of(type, this.mapper._deserializationContext());
			}
			catch (JacksonException ex) {
				throw new IllegalArgumentException(ex.getOriginalMessage(), ex);
			}
		}

		@Override
		public <T> T fromWire(Map<String, ? extends @Nullable Object> representation, Class<T> type) {
			try (TokenBuffer tokens = TokenBuffer.forGeneration()) {
				write(tokens, representation);
				// Deserializers may read values by the context of the parser.
				DeserializationContextExt context = this.mapper._deserializationContext();
				return this.mapper.readerFor(type).readValue(context.assignAndReturnParser(tokens.asParser(context)));
			}
			catch (JacksonException ex) {
				throw new IllegalArgumentException(path(ex) + ex.getOriginalMessage() + advice(ex, type), ex);
			}
			catch (RuntimeException ex) {
				throw new IllegalArgumentException("%s cannot be read: %s".formatted(type.getName(), ex), ex);
			}
		}

		private static String advice(JacksonException ex, Class<?> type) {
			return ex instanceof InvalidDefinitionException && KotlinDetector.isKotlinType(type)
					&& !ClassUtils.isPresent("tools.jackson.module.kotlin.KotlinModule", null)
							? "; to read Kotlin classes, add tools.jackson.module:jackson-module-kotlin" : "";
		}

		/** Return the attribute that cannot be read, and the place in it. */
		private static String path(JacksonException ex) {
			StringBuilder path = new StringBuilder();
			for (JacksonException.Reference step : ex.getPath()) {
				String name = step.getPropertyName();
				path.append((name == null) ? "[" + step.getIndex() + "]" : path.isEmpty() ? name : "." + name);
			}
			return path.isEmpty() ? "" : "'" + path + "': ";
		}

		/**
		 * Write a JSON value without the serializers of the mapper, which are meant for
		 * the values of the application.
		 */
		private static void write(TokenBuffer tokens, @Nullable Object value) {
			if (value instanceof Map<?, ?> members) {
				tokens.writeStartObject();
				members.forEach((name, member) -> {
					tokens.writeName(String.valueOf(name));
					write(tokens, member);
				});
				tokens.writeEndObject();
			}
			else if (value instanceof List<?> elements) {
				tokens.writeStartArray();
				elements.forEach((element) -> write(tokens, element));
				tokens.writeEndArray();
			}
			else if (value instanceof Number number) {
				write(tokens, number);
			}
			else if (value == null) {
				tokens.writeNull();
			}
			else if (value instanceof Boolean truth) {
				tokens.writeBoolean(truth);
			}
			else if (value instanceof String text) {
				tokens.writeString(text);
			}
			else {
				tokens.writeEmbeddedObject(value);
			}
		}

		private static void write(TokenBuffer tokens, Number number) {
			if (number instanceof Long || number instanceof Integer) {
				tokens.writeNumber(number.longValue());
			}
			else if (number instanceof BigInteger integer) {
				tokens.writeNumber(integer);
			}
			else {
				tokens
					.writeNumber((number instanceof BigDecimal decimal) ? decimal : new BigDecimal(number.toString()));
			}
		}

		/**
		 * Lets properties whose type Jackson cannot create, such as a linked entry, take
		 * the value that the representation contains in place of JSON, and writes such a
		 * value in the form that it has in requests.
		 */
		private static final class EmbeddedValueModule extends SimpleModule {

			EmbeddedValueModule() {
				super(EmbeddedValueModule.class.getName());
				setDeserializerModifier(new Modifier());
				addSerializer(DescribedMembers.class, new EntrySerializer());
			}

			private static final class EntrySerializer extends ValueSerializer<DescribedMembers> {

				@Override
				public void serialize(DescribedMembers value, JsonGenerator generator, SerializationContext context) {
					generator.writePOJO(value.toWire());
				}

			}

			private static final class Modifier extends ValueDeserializerModifier {

				@Override
				public ValueDeserializer<?> modifyDeserializer(DeserializationConfig config,
						BeanDescription.Supplier type, ValueDeserializer<?> deserializer) {
					return (deserializer instanceof AbstractDeserializer) ? new EmbeddedDeserializer(deserializer)
							: deserializer;
				}

			}

			private static final class EmbeddedDeserializer extends DelegatingDeserializer {

				EmbeddedDeserializer(ValueDeserializer<?> other) {
					super(other);
				}

				@Override
				protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> other) {
					return new EmbeddedDeserializer(other);
				}

				@Override
				public Object deserialize(JsonParser parser, DeserializationContext context) {
					boolean embedded = parser.hasToken(JsonToken.VALUE_EMBEDDED_OBJECT)
							&& handledType().isInstance(parser.getEmbeddedObject());
					return embedded ? parser.getEmbeddedObject() : super.deserialize(parser, context);
				}

			}

		}

	}

}
