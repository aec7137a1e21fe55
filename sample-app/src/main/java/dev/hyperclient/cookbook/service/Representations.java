package dev.hyperclient.cookbook.service;

import java.math.BigDecimal;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the JSON of the root and of entries, as the description has it.
 *
 * @param library the library
 * @param links makes the links
 */
record Representations(Library library, Links links) {

	/**
	 * The keys that every entry has beside its fields. No client can change them.
	 */
	static final Set<String> COMMON_KEYS = Set.of("self_link", "web_link", "resource_type_link", "http_etag");

	ObjectNode root() {
		ObjectNode root = Json.object();
		root.put("resource_type_link", this.links.toType(ServiceDescription.ROOT_TYPE));
		for (TypeDescription<?> type : ServiceDescription.TYPES) {
			root.put(type.plural() + "_collection_link", this.links.to(ResourcePath.of(type.plural())));
		}
		root.put(ServiceDescription.FEATURED_ENTRY + "_link", this.links.to(ServiceDescription.featuredPath()));
		return root;
	}

	<E> ObjectNode entry(TypeDescription<E> type, E entry) {
		ResourcePath path = type.pathOf(entry);
		ObjectNode readOnly = Json.object();
		readOnly.put("self_link", this.links.to(path));
		readOnly.put("web_link", this.links.toWebPage(path));
		readOnly.put("resource_type_link", this.links.toType(type.name()));
		ObjectNode writable = Json.object();
		for (FieldDescription<E> field : type.fields()) {
			boolean inWritablePart = field.writable() && field.kind() != ValueKind.FILE;
			(inWritablePart ? writable : readOnly).set(field.key(), value(field, path, entry));
		}
		ObjectNode representation = Json.object();
		representation.setAll(readOnly);
		representation.put("http_etag", EntityTags.of(Json.bytes(readOnly), Json.bytes(writable)));
		representation.setAll(writable);
		return representation;
	}

	private <E> JsonNode value(FieldDescription<E> field, ResourcePath path, E entry) {
		if (field.redacted()) {
			return Json.node(FieldDescription.REDACTED);
		}
		return switch (field.kind()) {
			case COLLECTION, FILE -> Json.node(this.links.to(path.plus(field.name())));
			default -> json(field.reader().apply(this.library, entry));
		};
	}

	private JsonNode json(@Nullable Object value) {
		if (value == null) {
			return Json.nothing();
		}
		if (value instanceof Integer || value instanceof Boolean || value instanceof BigDecimal) {
			return Json.node(value);
		}
		if (value instanceof Record entry) {
			return Json.node(this.links.to(ServiceDescription.pathOf(entry)));
		}
		return Json.node(value.toString());
	}

}
