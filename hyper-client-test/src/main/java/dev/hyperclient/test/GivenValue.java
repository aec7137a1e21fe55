package dev.hyperclient.test;

import java.net.URI;
import java.util.List;
import java.util.stream.Stream;

import dev.hyperclient.Entry;
import dev.hyperclient.LinkDescription;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.ValueDescription;
import dev.hyperclient.convert.ValueConverter;
import dev.hyperclient.error.AttributeValueException;
import dev.hyperclient.typed.TypedValues;
import org.jspecify.annotations.Nullable;

/**
 * A value of an entry without a server, which is compared with the description.
 *
 * @param type the type of the entry
 * @param name the name of the attribute or link
 * @param value the value
 */
record GivenValue(TypeDescription type, String name, @Nullable Object value) {

	/**
	 * Return the value without generated types.
	 * @return the value, or {@code null}
	 * @throws IllegalArgumentException if it contains itself
	 */
	@Nullable Object untyped() {
		try {
			return TypedValues.untyped(this.value);
		}
		catch (IllegalArgumentException ex) {
			throw refused("contains itself, or has too many levels: " + ex.getMessage());
		}
	}

	/**
	 * Return the URL of a link.
	 * @return the URL, or {@code null}
	 * @throws IllegalArgumentException if the value is not an entry of the type of the
	 * link, and no absolute URL
	 */
	@Nullable String url(LinkDescription link) {
		if (this.value == null) {
			return null;
		}
		if (this.value instanceof Entry entry) {
			link.type().filter((expected) -> !isCompatible(entry.type(), expected)).ifPresent((expected) -> {
				throw refused("is a link to the type %s but the entry has the type %s".formatted(expected.id(),
						entry.type().id()));
			});
			return entry.selfLink().toString();
		}
		String text = this.value.toString();
		if (!isAbsolute(text)) {
			throw refused("is a link: its value is an Entry or an absolute URL but is '%s'".formatted(text));
		}
		return text;
	}

	/**
	 * Return the JSON value of an attribute.
	 * @param converter converts values
	 * @return the value, {@code null} for JSON {@code null}
	 * @throws IllegalArgumentException if it has none
	 */
	@Nullable Object wire(ValueConverter converter) {
		if (this.value == null) {
			return null;
		}
		return converter.toWire(this.value);
	}

	/**
	 * Check the value of an attribute as the client reads it.
	 * @param attribute the attribute
	 * @param entry the entry that has the value
	 * @throws IllegalArgumentException if it does not match the description
	 */
	void check(ValueDescription attribute, Entry entry) {
		if (this.value == null || this.value.equals(RecordedContent.REDACTED)) {
			return;
		}
		if (!attribute.options().isEmpty() && !attribute.options().contains(entry.get(this.name))) {
			throw refused("is one of %s but not '%s'".formatted(String.join(", ", attribute.options()), this.value));
		}
		try {
			switch (attribute.type()) {
				case DATE -> entry.getDate(this.name);
				case DATE_TIME -> entry.getDateTime(this.name);
				default -> {
				}
			}
		}
		catch (AttributeValueException ex) {
			throw refused("is a %s but not '%s'"
				.formatted((attribute.type() == ValueDescription.Type.DATE) ? "date" : "date with a time", this.value));
		}
	}

	/** An entry may have a more specific type, which has all attributes and links. */
	private static boolean isCompatible(TypeDescription actual, TypeDescription expected) {
		return actual.equals(expected) || names(actual).containsAll(names(expected));
	}

	static List<String> names(TypeDescription type) {
		return Stream
			.concat(type.attributes().stream().map(ValueDescription::name),
					type.links().stream().map(LinkDescription::name))
			.toList();
	}

	private static boolean isAbsolute(String text) {
		try {
			URI uri = URI.create(text);
			return uri.isAbsolute() && uri.getHost() != null;
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	private IllegalArgumentException refused(String reason) {
		return new IllegalArgumentException("'%s' of the type %s %s".formatted(this.name, this.type.id(), reason));
	}

}
