package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.util.Collection;

import dev.hyperclient.testservice.OperationDefinition.Result;
import org.jspecify.annotations.Nullable;

/**
 * Writes the description of a service as a WADL document. XML attributes are given as
 * alternating names and values, and left out if their value is {@code null}.
 */
final class WadlDocument {

	static final String HOSTED_FILE = "HostedFile";

	private static final String SCALAR = "ScalarValue";

	private static final String WADL = "http://research.sun.com/wadl/2006/10";

	private static final String XHTML = "http://www.w3.org/1999/xhtml";

	private static final String SCHEMA = "http://www.w3.org/2001/XMLSchema";

	private static final Runnable NOTHING = () -> {
	};

	private final ServiceUris uris;

	private final StringBuilder xml = new StringBuilder();

	private WadlDocument(ServiceUris uris) {
		this.uris = uris;
	}

	static byte[] of(ServiceDefinition definition, ServiceUris uris) {
		return new WadlDocument(uris).application("", ServiceDefinition.ROOT_TYPE, definition);
	}

	/**
	 * Write the description of one resource, which refers to its resource type.
	 * @param request the request
	 * @param type the id of the resource type
	 * @return the document
	 */
	static byte[] ofResource(IncomingRequest request, String type) {
		return new WadlDocument(request.uris()).application(request.path().encoded(), request.uris().toType(type),
				null);
	}

	private byte[] application(String path, String type, @Nullable ServiceDefinition definition) {
		this.xml.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
		element("application", () -> {
			if (definition != null) {
				doc(definition.documentation());
			}
			element("resources",
					() -> empty("resource", "path", path, "type", (definition != null) ? "#" + type : type), "base",
					this.uris.root());
			if (definition != null) {
				writeRoot(definition);
				definition.types().forEach(this::writeCollection);
				definition.types().forEach(this::writeType);
				writeHostedFile();
				resourceType(SCALAR,
						() -> get(SCALAR, () -> empty("representation", "mediaType", OutgoingResponse.JSON)));
			}
			this.xml.append("<xsd:simpleType name=\"binary\"><xsd:list itemType=\"byte\"/></xsd:simpleType>");
		}, "xmlns:wadl", WADL, "xmlns", WADL, "xmlns:xsd", SCHEMA);
		return this.xml.toString().getBytes(StandardCharsets.UTF_8);
	}

	private void writeRoot(ServiceDefinition definition) {
		String root = ServiceDefinition.ROOT_TYPE;
		resourceType(root, () -> get(root, () -> {
			empty("representation", "href", "#" + root + "-json");
			empty("representation", "mediaType", OutgoingResponse.WADL, "id", root + "-wadl");
		}));
		representation(root + "-json", () -> {
			definition.types().forEach((type) -> linkField(type.plural() + "_collection_link", null, type.plural()));
			definition.rootLinks()
				.forEach((link) -> linkField(link.name() + "_link", null, definition.collection(link.plural()).type()));
			linkField("resource_type_link", null, null);
		});
	}

	private void writeCollection(FakeType type) {
		resourceType(type.plural(), () -> {
			get(type.plural(), () -> {
				empty("representation", "href", this.uris.toType(type.name() + "-page"));
				empty("representation", "mediaType", OutgoingResponse.WADL, "id", type.plural() + "-wadl");
			});
			type.collectionOperations().forEach((operation) -> operation(type.plural(), operation));
		});
	}

	private void writeType(FakeType type) {
		String name = type.name();
		Collection<ValueDefinition> attributes = type.attributes().values();
		resourceType(name, () -> {
			doc(type.documentation());
			get(name, () -> {
				empty("representation", "href", this.uris.toType(name + "-full"));
				empty("representation", "mediaType", OutgoingResponse.XHTML, "id", name + "-xhtml");
				empty("representation", "mediaType", OutgoingResponse.WADL, "id", name + "-wadl");
			});
			write(name, "PUT", "-put", "-full");
			write(name, "PATCH", "-patch", "-diff");
			if (type.methods().contains("DELETE")) {
				empty("method", "name", "DELETE", "id", name + "-delete");
			}
			type.operations().forEach((operation) -> operation(name, operation));
		});
		representation(name + "-full", () -> {
			linkField("self_link", null, name);
			linkField("web_link", null, null);
			linkField("resource_type_link", null, null);
			field("http_etag", null, null, NOTHING);
			attributes.forEach((attribute) -> attribute(attribute, "true"));
		});
		representation(name + "-diff",
				() -> attributes.stream()
					.filter(ValueDefinition::isWritable)
					.forEach((attribute) -> attribute(attribute, "false")));
		writePage(name);
	}

	private void write(String type, String method, String id, String representation) {
		element("method",
				() -> element("request",
						() -> empty("representation", "href", this.uris.toType(type + representation))),
				"name", method, "id", type + id);
	}

	private void writePage(String name) {
		String pageType = name + FakeType.PAGE_RESOURCE;
		resourceType(pageType, () -> get(pageType, () -> empty("representation", "href", "#" + name + "-page")));
		representation(name + "-page", () -> {
			linkField("resource_type_link", null, null);
			field("total_size", "false", null, NOTHING);
			linkField("total_size_link", "false", SCALAR);
			field("start", "true", null, NOTHING);
			linkField("next_collection_link", null, pageType);
			linkField("prev_collection_link", null, pageType);
			field("entries", "true", null, NOTHING);
			element("param", () -> link(name), "style", "plain", "name", "entry_links", "path",
					"$['entries'][*]['self_link']");
		});
	}

	private void writeHostedFile() {
		resourceType(HOSTED_FILE, () -> {
			get(HOSTED_FILE, () -> element("representation",
					() -> empty("param", "style", "header", "name", "Location"), "status", "303"));
			empty("method", "name", "PUT", "id", HOSTED_FILE + "-put");
			empty("method", "name", "DELETE", "id", HOSTED_FILE + "-delete");
		});
	}

	private void operation(String subject, OperationDefinition operation) {
		String mediaType = operation.isMultipart() ? FormFields.MULTIPART : FormFields.URLENCODED;
		Runnable parameters = () -> {
			empty("param", "style", "query", "name", "ws.op", "required", "true", "fixed", operation.name());
			operation.parameters()
				.forEach((parameter) -> element("param", () -> content(parameter), "style", "query", "name",
						parameter.name(), "required", Boolean.toString(parameter.required()), "type",
						parameter.kind().wadlType));
		};
		element("method", () -> {
			doc(operation.documentation());
			element("request", operation.isPost() ? () -> element("representation", parameters, "mediaType", mediaType)
					: parameters);
			result(operation);
		}, "name", operation.method(), "id", subject + "-" + operation.name());
	}

	private void result(OperationDefinition operation) {
		String type = operation.resultType();
		if (type != null && operation.result() == Result.CREATED) {
			element("response", () -> element("param", () -> link(type), "name", "Location", "style", "header"));
		}
		else if (type != null) {
			String id = type + ((operation.result() == Result.PAGE) ? "-page" : "-full");
			element("response", () -> empty("representation", "href", this.uris.toType(id)));
		}
	}

	private void resourceType(String id, Runnable content) {
		element("resource_type", content, "id", id);
	}

	private void get(String id, Runnable response) {
		element("method", () -> element("response", response), "name", "GET", "id", id + "-get");
	}

	private void representation(String id, Runnable fields) {
		element("representation", fields, "mediaType", OutgoingResponse.JSON, "id", id);
	}

	private void attribute(ValueDefinition attribute, String required) {
		field(attribute.key(), required, attribute.kind().wadlType, () -> content(attribute));
	}

	private void linkField(String key, @Nullable String required, @Nullable String target) {
		field(key, required, null, () -> link(target));
	}

	private void field(String key, @Nullable String required, @Nullable String type, Runnable content) {
		element("param", content, "style", "plain", "required", required, "name", key, "path", "$['" + key + "']",
				"type", type);
	}

	private void content(ValueDefinition value) {
		if (!value.documentation().isEmpty()) {
			doc(value.documentation());
		}
		value.options().forEach((option) -> empty("option", "value", option));
		if (value.resourceType() != null) {
			link(value.resourceType());
		}
	}

	private void link(@Nullable String target) {
		empty("link", "resource_type", (target != null) ? this.uris.toType(target) : null);
	}

	/**
	 * Write documentation as an XHTML paragraph.
	 */
	private void doc(String text) {
		element("doc", () -> this.xml.append("<p>").append(escape(text)).append("</p>"), "xmlns", XHTML);
	}

	private void empty(String name, @Nullable String... attributes) {
		start(name, attributes);
		this.xml.append("/>");
	}

	private void element(String name, Runnable content, @Nullable String... attributes) {
		start(name, attributes);
		this.xml.append('>');
		content.run();
		this.xml.append("</wadl:").append(name).append('>');
	}

	private void start(String name, @Nullable String... attributes) {
		this.xml.append("<wadl:").append(name);
		for (int i = 0; i < attributes.length; i += 2) {
			if (attributes[i + 1] != null) {
				this.xml.append(' ').append(attributes[i]).append("=\"");
				this.xml.append(escape(attributes[i + 1]).replace("\"", "&quot;")).append('"');
			}
		}
	}

	private static String escape(String text) {
		return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
	}

}
