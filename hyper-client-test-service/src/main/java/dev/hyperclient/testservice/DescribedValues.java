package dev.hyperclient.testservice;

import java.net.URI;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.hyperclient.testservice.DescribedValue.Kind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes representations from declared values.
 *
 * @param description the description
 */
record DescribedValues(WadlDescription description) {

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");

	private static final Set<String> GENERATED = Set.of("self_link", "resource_type_link", "http_etag");

	private static final int MICROSECOND = 1000;

	/**
	 * Create a representation with all attributes of a type. What is not given is null,
	 * except for the URLs of collections and files.
	 * @param path the path, normalized
	 * @param type the type
	 * @param values the values by name
	 * @return the representation
	 * @throws IllegalArgumentException if a name or a value does not match the type
	 */
	ObjectNode entry(String path, DescribedType type, Map<String, ? extends @Nullable Object> values) {
		String url = this.description.base() + path;
		ObjectNode entry = ServiceJson.object();
		type.attributes().values().forEach((attribute) -> {
			switch (attribute.kind()) {
				case COLLECTION, FILE -> entry.put(attribute.key(), url + "/" + attribute.name());
				default -> entry.putNull(attribute.key());
			}
		});
		entry.put("self_link", url);
		if (entry.has("web_link")) {
			entry.put("web_link", url);
		}
		entry.put("resource_type_link", this.description.base() + "#" + type.id());
		return withTag(type, put(entry, type, values));
	}

	/**
	 * Return an entry with other values and another entity tag.
	 * @param entry the entry
	 * @param values the values by name
	 * @return the changed entry
	 * @throws IllegalArgumentException if a name or a value does not match the type
	 */
	DescribedEntry changed(DescribedEntry entry, Map<String, ? extends @Nullable Object> values) {
		DescribedType type = entry.describedType();
		ObjectNode changed = put(entry.representation().deepCopy(), type, values);
		return changed.equals(entry.representation()) ? entry
				: new DescribedEntry(this.description, type, withTag(type, changed));
	}

	/**
	 * Set the entity tag of an entry: digests of what PATCH cannot and can change.
	 */
	static ObjectNode withTag(DescribedType type, ObjectNode entry) {
		ObjectNode readOnly = entry.deepCopy();
		readOnly.remove("http_etag");
		ObjectNode writable = ServiceJson.object();
		for (String key : type.writable()) {
			JsonNode value = readOnly.remove(key);
			if (value != null) {
				writable.set(key, value);
			}
		}
		entry.put("http_etag", EntityTags.of(ServiceJson.bytes(readOnly), ServiceJson.bytes(writable)));
		return entry;
	}

	private ObjectNode put(ObjectNode entry, DescribedType type, Map<String, ? extends @Nullable Object> values) {
		values.forEach((name, value) -> {
			DescribedValue attribute = type.attribute(name);
			boolean file = attribute.kind() == Kind.FILE && (value == null || value instanceof byte[]);
			if (!file) {
				JsonNode node = (value != null) ? node(type, attribute, value) : ServiceJson.nullNode();
				requireWritten(type, attribute, entry, node);
				entry.set(attribute.key(), node);
			}
		});
		return entry;
	}

	/**
	 * Values that entries return can be given back, but not changed.
	 */
	private static void requireWritten(DescribedType type, DescribedValue attribute, ObjectNode entry, JsonNode node) {
		if ((GENERATED.contains(attribute.key()) || attribute.kind() == Kind.FILE)
				&& !node.equals(entry.path(attribute.key()))) {
			if (attribute.kind() == Kind.FILE) {
				throw mismatch(type, attribute, node, "the content of a file as byte[]");
			}
			throw new IllegalArgumentException("'%s' of the type '%s' is written by the fake service. Leave it out."
				.formatted(attribute.key(), type.id()));
		}
	}

	private JsonNode node(DescribedType type, DescribedValue attribute, Object value) {
		if (attribute.target() != null || attribute.kind() == Kind.FILE) {
			return ServiceJson.node(link(type, attribute, value));
		}
		if (value instanceof byte[]) {
			throw mismatch(type, attribute, "bytes", "a JSON value");
		}
		Object converted = converted(value);
		if ((attribute.kind() == Kind.DATE || attribute.kind() == Kind.DATE_TIME)
				&& !isDate(converted.toString(), attribute.kind())) {
			throw mismatch(type, attribute, value, (attribute.kind() == Kind.DATE) ? "a date such as 2026-01-31"
					: "a time such as 2026-01-31T12:00:00+00:00");
		}
		try {
			return ServiceJson.node(converted);
		}
		catch (RuntimeException ex) {
			throw mismatch(type, attribute, value, "what JSON can express");
		}
	}

	private String link(DescribedType type, DescribedValue attribute, Object value) {
		if (attribute.kind() == Kind.COLLECTION && !(value instanceof CharSequence)) {
			throw mismatch(type, attribute, value,
					"no value, since collection(\"<path>/" + attribute.name() + "\", ...) declares its entries,");
		}
		if (!(value instanceof CharSequence || value instanceof URI || value instanceof DescribedEntry)) {
			throw mismatch(type, attribute, (value instanceof byte[]) ? "bytes" : value,
					"the path of an entry such as 'bugs/4'");
		}
		if (value instanceof DescribedEntry entry) {
			return this.description.base() + entry.path();
		}
		String text = value.toString();
		return text.matches("https?://.*") ? text : this.description.base() + DescribedPath.declared(text);
	}

	private static Object converted(Object value) {
		if (value instanceof Instant instant) {
			return time(instant.atOffset(ZoneOffset.UTC));
		}
		if (value instanceof OffsetDateTime time) {
			return time(time);
		}
		if (value instanceof Enum || value instanceof LocalDate || value instanceof CharSequence) {
			return value.toString();
		}
		if (value instanceof List<?> list) {
			List<Object> all = new ArrayList<>();
			list.forEach((one) -> all.add(converted(one)));
			return all;
		}
		if (value instanceof Map<?, ?> map) {
			Map<String, @Nullable Object> all = new LinkedHashMap<>();
			map.forEach((key, one) -> all.put(key.toString(), (one != null) ? converted(one) : null));
			return all;
		}
		return value;
	}

	private static String time(OffsetDateTime time) {
		OffsetDateTime precise = time.truncatedTo(ChronoUnit.MICROS);
		String fraction = (precise.getNano() != 0) ? ".%06d".formatted(precise.getNano() / MICROSECOND) : "";
		String offset = precise.getOffset().equals(ZoneOffset.UTC) ? "+00:00" : precise.getOffset().getId();
		return TIME.format(precise) + fraction + offset;
	}

	/**
	 * Return whether a text is a date, or a time with or without a zone.
	 */
	static boolean isDate(String text, Kind kind) {
		try {
			if (kind == Kind.DATE && text.length() == "2026-01-31".length()) {
				LocalDate.parse(text);
			}
			else {
				DateTimeFormatter.ISO_DATE_TIME.parse(text);
			}
			return true;
		}
		catch (DateTimeException ex) {
			return false;
		}
	}

	private static IllegalArgumentException mismatch(DescribedType type, DescribedValue attribute, Object value,
			String expected) {
		return new IllegalArgumentException("The attribute '%s' of the type '%s' takes %s but not '%s'"
			.formatted(attribute.name(), type.id(), expected, value));
	}

}
