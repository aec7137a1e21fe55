package dev.hyperclient.testservice;

import java.util.List;

/**
 * Writes the description of a service as a WADL document.
 *
 * @param <D> the data of the service
 */
final class WadlDocument<D> {

	static final String HOSTED_FILE = "HostedFile";

	private final ServiceDefinition<D> definition;

	private final ServiceUris uris;

	private final WadlElements writer;

	WadlDocument(ServiceDefinition<D> definition, ServiceUris uris) {
		this.definition = definition;
		this.uris = uris;
		this.writer = new WadlElements(uris);
	}

	byte[] write() {
		this.writer.application();
		this.writer.doc(this.definition.summary());
		this.writer.start("resources", "base", this.uris.root());
		this.writer.empty("resource", "path", "", "type", "#" + ServiceDefinition.ROOT_TYPE);
		this.writer.end();
		writeRoot();
		this.definition.types().forEach(this::writeCollection);
		this.definition.types().forEach(this::writeType);
		writeHostedFile();
		writeScalarValue();
		return this.writer.finish();
	}

	/**
	 * Write the description of one resource, which refers to its resource type.
	 * @param request the request
	 * @param type the id of the resource type
	 * @return the document
	 */
	static byte[] resourceDocument(IncomingRequest request, String type) {
		WadlElements writer = new WadlElements(request.uris());
		writer.application();
		writer.start("resources", "base", request.uris().root());
		writer.empty("resource", "path", request.path().encoded(), "type", request.uris().toType(type));
		writer.end();
		return writer.finish();
	}

	private void writeRoot() {
		String root = ServiceDefinition.ROOT_TYPE;
		this.writer.start("resource_type", "id", root);
		this.writer.startGet(root + "-get");
		this.writer.empty("representation", "href", "#" + root + "-json");
		this.writer.empty("representation", "mediaType", ContentNegotiation.WADL, "id", root + "-wadl");
		this.writer.endGet();
		this.writer.end();
		this.writer.startRepresentation(root + "-json");
		this.definition.types()
			.forEach((type) -> this.writer.linkField(type.plural() + "_collection_link", "", type.plural()));
		this.definition.links().forEach((link) -> this.writer.linkField(link.name() + "_link", "", link.type().name()));
		this.writer.bareLinkField("resource_type_link");
		this.writer.end();
	}

	private void writeCollection(EntryType<D, ?> type) {
		this.writer.start("resource_type", "id", type.plural());
		this.writer.startGet(type.plural() + "-get");
		this.writer.empty("representation", "href", this.uris.toType(type.name() + "-page"));
		this.writer.empty("representation", "mediaType", ContentNegotiation.WADL, "id", type.plural() + "-wadl");
		this.writer.endGet();
		type.collectionOperations().forEach((operation) -> this.writer.operation(type.plural(), operation));
		this.writer.end();
	}

	private void writeType(EntryType<D, ?> type) {
		String name = type.name();
		this.writer.start("resource_type", "id", name);
		this.writer.doc(type.summary());
		this.writer.startGet(name + "-get");
		this.writer.empty("representation", "href", this.uris.toType(name + "-full"));
		this.writer.empty("representation", "mediaType", ContentNegotiation.XHTML, "id", name + "-xhtml");
		this.writer.empty("representation", "mediaType", ContentNegotiation.WADL, "id", name + "-wadl");
		this.writer.endGet();
		this.writer.methodWithBody("PUT", name + "-put", name + "-full");
		this.writer.methodWithBody("PATCH", name + "-patch", name + "-diff");
		if (type.isDeletable()) {
			this.writer.empty("method", "name", "DELETE", "id", name + "-delete");
		}
		type.operations().forEach((operation) -> this.writer.operation(name, operation));
		this.writer.end();
		writeFull(type);
		this.writer.startRepresentation(name + "-diff");
		type.attributes()
			.stream()
			.filter(Attribute::writable)
			.forEach((attribute) -> this.writer.attribute(attribute, "false"));
		this.writer.end();
		writePage(name);
	}

	private void writeFull(EntryType<D, ?> type) {
		this.writer.startRepresentation(type.name() + "-full");
		this.writer.linkField("self_link", "", type.name());
		List.of("web_link", "resource_type_link").forEach(this.writer::bareLinkField);
		this.writer.plainField("http_etag", "");
		type.attributes().forEach((attribute) -> this.writer.attribute(attribute, "true"));
		this.writer.end();
	}

	private void writePage(String name) {
		String pageType = name + EntryType.PAGE_RESOURCE;
		this.writer.start("resource_type", "id", pageType);
		this.writer.startGet(pageType + "-get");
		this.writer.empty("representation", "href", "#" + name + "-page");
		this.writer.endGet();
		this.writer.end();
		this.writer.startRepresentation(name + "-page");
		this.writer.bareLinkField("resource_type_link");
		this.writer.plainField("total_size", "false");
		this.writer.linkField("total_size_link", "false", "ScalarValue");
		this.writer.plainField("start", "true");
		this.writer.linkField("next_collection_link", "", pageType);
		this.writer.linkField("prev_collection_link", "", pageType);
		this.writer.plainField("entries", "true");
		this.writer.entryLinks(name);
		this.writer.end();
	}

	private void writeHostedFile() {
		this.writer.start("resource_type", "id", HOSTED_FILE);
		this.writer.startGet(HOSTED_FILE + "-get");
		this.writer.start("representation", "status", "303");
		this.writer.empty("param", "style", "header", "name", "Location");
		this.writer.end();
		this.writer.endGet();
		this.writer.empty("method", "name", "PUT", "id", HOSTED_FILE + "-put");
		this.writer.empty("method", "name", "DELETE", "id", HOSTED_FILE + "-delete");
		this.writer.end();
	}

	private void writeScalarValue() {
		this.writer.start("resource_type", "id", "ScalarValue");
		this.writer.startGet("ScalarValue-get");
		this.writer.empty("representation", "mediaType", OutgoingResponse.JSON);
		this.writer.endGet();
		this.writer.end();
	}

}
