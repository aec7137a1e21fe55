package dev.hyperclient.convert;

import dev.hyperclient.internal.entry.DescribedMembers;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.AbstractDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * Lets properties whose type Jackson cannot create, such as a linked entry, take the
 * value that the representation contains in place of JSON, and writes such a value in the
 * form that it has in requests.
 */
final class EmbeddedValueModule extends SimpleModule {

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
		public ValueDeserializer<?> modifyDeserializer(DeserializationConfig config, BeanDescription.Supplier type,
				ValueDeserializer<?> deserializer) {
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
