package dev.hyperclient.cookbook.service;

import java.util.List;

/**
 * Writes the description of the service as a WADL document. Everything in it comes from
 * {@link ServiceDescription}.
 */
final class WadlDocument {

	private final Links links;

	private final WadlWriter writer;

	WadlDocument(Links links) {
		this.links = links;
		this.writer = new WadlWriter(links);
	}

	byte[] write() {
		this.writer.application();
		this.writer.doc("Cookbooks, their recipes, and the dishes these are for.");
		this.writer.start("resources", "base", this.links.root());
		this.writer.empty("resource", "path", "", "type", "#" + ServiceDescription.ROOT_TYPE);
		this.writer.end();
		writeRoot();
		ServiceDescription.TYPES.forEach(this::writeCollection);
		ServiceDescription.TYPES.forEach(this::writeType);
		writeHostedFile();
		writeScalarValue();
		return this.writer.finish();
	}

	/**
	 * The description of one resource, which only points to its type.
	 * @param request what was asked for
	 * @param type the id of the type
	 * @return the document
	 */
	static byte[] pointer(Request request, String type) {
		WadlWriter writer = new WadlWriter(request.links());
		writer.application();
		writer.start("resources", "base", request.links().root());
		writer.empty("resource", "path", request.path().encoded(), "type", request.links().toType(type));
		writer.end();
		return writer.finish();
	}

	private void writeRoot() {
		String root = ServiceDescription.ROOT_TYPE;
		this.writer.start("resource_type", "id", root);
		this.writer.startGet(root + "-get");
		this.writer.empty("representation", "href", "#" + root + "-json");
		this.writer.empty("representation", "mediaType", Accept.WADL, "id", root + "-wadl");
		this.writer.endGet();
		this.writer.end();
		this.writer.startRepresentation(root + "-json");
		ServiceDescription.TYPES
			.forEach((type) -> this.writer.linkField(type.plural() + "_collection_link", "", type.plural()));
		this.writer.linkField(ServiceDescription.FEATURED_ENTRY + "_link", "", CookbookType.DESCRIPTION.name());
		this.writer.bareLinkField("resource_type_link");
		this.writer.end();
	}

	private void writeCollection(TypeDescription<?> type) {
		this.writer.start("resource_type", "id", type.plural());
		this.writer.startGet(type.plural() + "-get");
		this.writer.empty("representation", "href", this.links.toType(type.name() + "-page"));
		this.writer.empty("representation", "mediaType", Accept.WADL, "id", type.plural() + "-wadl");
		this.writer.endGet();
		type.collectionOperations().forEach((operation) -> this.writer.operation(type.plural(), operation));
		this.writer.end();
	}

	private void writeType(TypeDescription<?> type) {
		String name = type.name();
		this.writer.start("resource_type", "id", name);
		this.writer.doc(type.summary());
		this.writer.startGet(name + "-get");
		this.writer.empty("representation", "href", this.links.toType(name + "-full"));
		this.writer.empty("representation", "mediaType", Accept.XHTML, "id", name + "-xhtml");
		this.writer.empty("representation", "mediaType", Accept.WADL, "id", name + "-wadl");
		this.writer.endGet();
		this.writer.taking("PUT", name + "-put", name + "-full");
		this.writer.taking("PATCH", name + "-patch", name + "-diff");
		if (type.deletable()) {
			this.writer.empty("method", "name", "DELETE", "id", name + "-delete");
		}
		type.operations().forEach((operation) -> this.writer.operation(name, operation));
		this.writer.end();
		writeFull(type);
		this.writer.startRepresentation(name + "-diff");
		type.fields().stream().filter(FieldDescription::writable).forEach((field) -> this.writer.field(field, "false"));
		this.writer.end();
		writePage(name);
	}

	private void writeFull(TypeDescription<?> type) {
		this.writer.startRepresentation(type.name() + "-full");
		this.writer.linkField("self_link", "", type.name());
		List.of("web_link", "resource_type_link").forEach(this.writer::bareLinkField);
		this.writer.plainField("http_etag", "");
		type.fields().forEach((field) -> this.writer.field(field, "true"));
		this.writer.end();
	}

	private void writePage(String name) {
		String pageType = name + "-page-resource";
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
		this.writer.start("resource_type", "id", "HostedFile");
		this.writer.startGet("HostedFile-get");
		this.writer.start("representation", "status", "303");
		this.writer.empty("param", "style", "header", "name", "Location");
		this.writer.end();
		this.writer.endGet();
		this.writer.empty("method", "name", "PUT", "id", "HostedFile-put");
		this.writer.empty("method", "name", "DELETE", "id", "HostedFile-delete");
		this.writer.end();
	}

	private void writeScalarValue() {
		this.writer.start("resource_type", "id", "ScalarValue");
		this.writer.startGet("ScalarValue-get");
		this.writer.empty("representation", "mediaType", Response.JSON);
		this.writer.endGet();
		this.writer.end();
	}

}
