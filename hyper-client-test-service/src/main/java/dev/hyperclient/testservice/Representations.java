package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import dev.hyperclient.testservice.FakeType.Reference;
import dev.hyperclient.testservice.ValueDecoder.InvalidValueException;
import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import org.springframework.web.util.HtmlUtils;

/**
 * Writes the representations of the root and of entries, and reads the values in those of
 * clients.
 *
 * @param data the data that links refer to
 * @param uris creates and resolves links
 */
record Representations(FakeData data, ServiceUris uris) {

	/**
	 * The read-only keys of every entry beside its attributes.
	 */
	static final Set<String> COMMON_KEYS = Set.of("self_link", "web_link", "resource_type_link", "http_etag");

	static final int PAGE_SIZE = 5;

	private static final Pattern NOT_XML = Pattern
		.compile("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");

	static ObjectNode root(ServiceDefinition definition, ServiceUris uris) {
		if (definition.recording() != null) {
			return definition.recording().root();
		}
		ObjectNode root = ServiceJson.object();
		root.put("resource_type_link", uris.toType(ServiceDefinition.ROOT_TYPE));
		definition.collections()
			.forEach((collection) -> root.put(collection.name() + "_collection_link", uris.to(collection.path())));
		definition.rootLinks()
			.forEach(
					(link) -> root.put(link.name() + "_link", uris.to(ResourcePath.of(link.plural(), link.segment()))));
		return root;
	}

	ObjectNode entry(FakeEntry entry) {
		ResourcePath path = entry.resourcePath();
		FakeType type = entry.fakeType();
		ObjectNode readOnly = ServiceJson.object();
		readOnly.put("self_link", this.uris.to(path));
		if (type.origin() == null) {
			readOnly.put("web_link", this.uris.toWebPage(path));
		}
		readOnly.put("resource_type_link", this.uris.toType(entry.type()));
		readOnly.setAll(entry.recorded());
		JsonNode recordedTag = readOnly.remove(FakeEntry.TAG);
		ObjectNode writable = ServiceJson.object();
		for (ValueDefinition attribute : type.attributes().values()) {
			if (entry.raw().containsKey(attribute.name()) && !readOnly.has(attribute.key())) {
				boolean inWritablePart = attribute.isWritable() && attribute.kind() != Kind.FILE;
				(inWritablePart ? writable : readOnly).set(attribute.key(), value(attribute, path, entry));
			}
		}
		ObjectNode representation = ServiceJson.object();
		representation.setAll(readOnly);
		if (recordedTag == null) {
			representation.put(FakeEntry.TAG, EntityTags.of(ServiceJson.bytes(readOnly), ServiceJson.bytes(writable)));
		}
		else if (!recordedTag.isNull()) {
			representation.set(FakeEntry.TAG, recordedTag);
		}
		representation.setAll(writable);
		// The tag depends on hidden values, too, so that lost updates of them are
		// detected.
		type.attributes().values().forEach((attribute) -> {
			if (attribute.redacted()) {
				representation.put(attribute.key(), ValueDefinition.REDACTED);
			}
		});
		return representation;
	}

	/**
	 * Write a representation as an XHTML list of keys and values.
	 * @param representation the representation
	 * @return the document
	 */
	static byte[] xhtml(ObjectNode representation) {
		StringBuilder list = new StringBuilder("<dl xmlns=\"http://www.w3.org/1999/xhtml\">\n");
		representation.propertyStream().sorted(Map.Entry.comparingByKey()).forEach((property) -> {
			JsonNode value = property.getValue();
			list.append("<dt>").append(escape(property.getKey())).append("</dt><dd>");
			list.append(value.isNull() ? "" : escape(value.isValueNode() ? value.asString() : value.toString()))
				.append("</dd>\n");
		});
		return list.append("</dl>\n").toString().getBytes(StandardCharsets.UTF_8);
	}

	private JsonNode value(ValueDefinition attribute, ResourcePath path, FakeEntry entry) {
		if (attribute.kind() == Kind.COLLECTION || attribute.kind() == Kind.FILE) {
			return ServiceJson.node(this.uris.to(path.plus(attribute.name())));
		}
		Object value = entry.raw().get(attribute.name());
		if (value == null) {
			return ServiceJson.nullNode();
		}
		return ServiceJson.attribute(switch (attribute.kind()) {
			case REFERENCE -> (value instanceof Reference) ? ((Reference) value).url() : value;
			case LINK -> this.uris
				.to(ResourcePath.of(this.data.definition().type(attribute.target()).plural(), value.toString()));
			case DATE -> value.toString();
			default -> value;
		});
	}

	/**
	 * Convert a JSON value.
	 * @param definition the attribute or parameter
	 * @param value the value, not null
	 * @return the converted value, an entry for a link, a {@link Reference} for a link to
	 * another service's entry
	 * @throws InvalidValueException if the value is not permitted
	 */
	Object decode(ValueDefinition definition, JsonNode value) {
		if (definition.kind() == Kind.LINK) {
			return link(definition, value);
		}
		if (!definition.options().isEmpty()) {
			return ValueDecoder.choice(definition, value);
		}
		if (definition.kind() == Kind.REFERENCE) {
			String link = ValueDecoder.url(value);
			InvalidValueException.require(link.startsWith(this.uris.root()), "No such object \"%s\".", link);
			return Reference.of(this.uris, link);
		}
		Object decoded = ValueDecoder.decode(definition, value);
		InvalidValueException.require(
				definition.kind() != Kind.KEY || !this.data.definition().isReserved(decoded.toString()),
				"The name '%s' is reserved.", decoded);
		return decoded;
	}

	private FakeEntry link(ValueDefinition definition, JsonNode value) {
		String link = ValueDecoder.url(value);
		FakeEntry found = this.uris.resolve(link)
			.flatMap(this.data::find)
			.orElseThrow(() -> new InvalidValueException("No such object \"" + link + "\"."));
		InvalidValueException.require(found.type().equals(definition.target()),
				"Your value points to the wrong kind of object");
		return found;
	}

	/**
	 * Require that a link to another service's entry has a target.
	 * @param definition the link
	 * @param value the value of the link
	 * @throws InvalidValueException if it has none
	 */
	void requireTarget(ValueDefinition definition, @Nullable Object value) {
		if (value instanceof Reference reference && !this.data.isTarget(definition, reference)) {
			throw new InvalidValueException(this.data.find(reference).isPresent()
					? "Your value points to the wrong kind of object" : "No such object \"" + reference.url() + "\".");
		}
	}

	private static String escape(String text) {
		return HtmlUtils.htmlEscapeDecimal(NOT_XML.matcher(text).replaceAll("\ufffd"), StandardCharsets.UTF_8.name());
	}

}
