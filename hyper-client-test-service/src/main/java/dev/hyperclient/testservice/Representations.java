package dev.hyperclient.testservice;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import org.springframework.web.util.HtmlUtils;

/**
 * Writes the representations of the root and of entries.
 *
 * @param definition the declaration of the service
 * @param data the data
 * @param uris creates links
 * @param <D> the data of the service
 */
record Representations<D>(ServiceDefinition<D> definition, D data, ServiceUris uris) {

	/**
	 * The read-only keys of every entry beside its attributes.
	 */
	static final Set<String> COMMON_KEYS = Set.of("self_link", "web_link", "resource_type_link", "http_etag");

	ObjectNode root() {
		ObjectNode root = ServiceJson.object();
		root.put("resource_type_link", this.uris.toType(ServiceDefinition.ROOT_TYPE));
		this.definition.types()
			.forEach((type) -> root.put(type.plural() + "_collection_link",
					this.uris.to(ResourcePath.of(type.plural()))));
		this.definition.links().forEach((link) -> root.put(link.name() + "_link", this.uris.to(link.path())));
		return root;
	}

	<E> ObjectNode entry(EntryType<D, E> type, E entry) {
		ResourcePath path = type.pathOf(entry);
		ObjectNode readOnly = ServiceJson.object();
		readOnly.put("self_link", this.uris.to(path));
		readOnly.put("web_link", this.uris.toWebPage(path));
		readOnly.put("resource_type_link", this.uris.toType(type.name()));
		ObjectNode writable = ServiceJson.object();
		for (Attribute<D, E> attribute : type.attributes()) {
			boolean inWritablePart = attribute.writable() && attribute.kind() != ValueDefinition.Kind.FILE;
			(inWritablePart ? writable : readOnly).set(attribute.key(), value(attribute, path, entry));
		}
		ObjectNode representation = ServiceJson.object();
		representation.setAll(readOnly);
		representation.put("http_etag", EntityTags.of(ServiceJson.bytes(readOnly), ServiceJson.bytes(writable)));
		representation.setAll(writable);
		return representation;
	}

	/**
	 * Write a representation as an XHTML list of keys and values.
	 * @param representation the representation
	 * @return the document
	 */
	static byte[] xhtml(ObjectNode representation) {
		TreeMap<String, JsonNode> sorted = new TreeMap<>();
		representation.properties().forEach((property) -> sorted.put(property.getKey(), property.getValue()));
		StringBuilder list = new StringBuilder("<dl xmlns=\"http://www.w3.org/1999/xhtml\">\n");
		sorted.forEach((key, value) -> list.append("<dt>")
			.append(escape(key))
			.append("</dt><dd>")
			.append(value.isNull() ? "" : escape(value.asString()))
			.append("</dd>\n"));
		return list.append("</dl>\n").toString().getBytes(StandardCharsets.UTF_8);
	}

	private <E> JsonNode value(Attribute<D, E> attribute, ResourcePath path, E entry) {
		if (attribute.redacted()) {
			return ServiceJson.node(Attribute.REDACTED);
		}
		return switch (attribute.kind()) {
			case COLLECTION, FILE -> ServiceJson.node(this.uris.to(path.plus(attribute.name())));
			case LINK ->
				link(Objects.requireNonNull(attribute.value().target()), attribute.reader().apply(this.data, entry));
			default -> json(attribute.reader().apply(this.data, entry));
		};
	}

	@SuppressWarnings("unchecked")
	private JsonNode link(String type, @Nullable Object entry) {
		if (entry == null) {
			return ServiceJson.nullNode();
		}
		EntryType<D, Object> target = (EntryType<D, Object>) this.definition.typeNamed(type);
		return ServiceJson.node(this.uris.to(target.pathOf(entry)));
	}

	private static JsonNode json(@Nullable Object value) {
		if (value == null) {
			return ServiceJson.nullNode();
		}
		boolean literal = value instanceof Integer || value instanceof Boolean || value instanceof BigDecimal;
		return ServiceJson.node(literal ? value : value.toString());
	}

	private static String escape(String text) {
		StringBuilder wellFormed = new StringBuilder();
		text.codePoints()
			.map((character) -> isXml(character) ? character : '\ufffd')
			.forEach(wellFormed::appendCodePoint);
		return HtmlUtils.htmlEscapeDecimal(wellFormed.toString(), StandardCharsets.UTF_8.name());
	}

	private static boolean isXml(int character) {
		return character == '\t' || character == '\n' || character == '\r' || (character >= 0x20 && character < 0xd800)
				|| (character > 0xdfff && character < 0xfffe) || character > 0xffff;
	}

}
