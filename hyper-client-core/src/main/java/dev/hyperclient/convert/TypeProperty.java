package dev.hyperclient.convert;

import java.util.List;

import org.springframework.core.Nullness;
import org.springframework.util.Assert;

/**
 * A property of a type that is filled from a representation: a component of a record, a
 * parameter of a constructor, a setter or a field.
 *
 * @param name the name in the source of the type, for messages
 * @param fields the names in the representation, the main one first, then aliases; not
 * empty
 * @param type the raw type, for an {@link java.util.Optional} the type of its value
 * @param nullness {@link Nullness#NON_NULL} for a primitive and where the type declares
 * that null is not accepted; {@link Nullness#NULLABLE} where the type declares that the
 * value may be absent, and for an {@code Optional}
 * @param defaulted whether the type has a default for a representation without the field
 */
public record TypeProperty(String name, List<String> fields, Class<?> type, Nullness nullness, boolean defaulted) {

	public TypeProperty {
		fields = List.copyOf(fields);
		Assert.isTrue(!fields.isEmpty(), "'fields' must not be empty");
	}

}
