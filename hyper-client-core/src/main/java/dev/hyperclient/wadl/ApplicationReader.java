package dev.hyperclient.wadl;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import javax.xml.stream.XMLStreamException;

import org.jspecify.annotations.Nullable;

/**
 * Reads a whole description in one pass and resolves references afterwards. The call
 * depth is limited by the WADL grammar, not by the nesting of a document.
 */
final class ApplicationReader {

	private final DocumentUri document;

	private final DescriptionXml xml;

	private final References typeReferences;

	private final References representationReferences;

	private final RepresentationReader representationReader;

	private final MethodReader methodReader;

	private final DocumentationReader documentation;

	private final Map<String, Supplier<ResourceType.Content>> types = new LinkedHashMap<>();

	private final List<RepresentationDefinition> representations = new ArrayList<>();

	private final Map<String, RepresentationDefinition> representationsById = new HashMap<>();

	private URI base;

	private @Nullable String rootType;

	ApplicationReader(DocumentUri document, DescriptionXml xml) {
		this.document = document;
		this.xml = xml;
		this.base = document.uri();
		this.typeReferences = new References(document, "resource type");
		this.representationReferences = new References(document, "representation");
		this.representationReader = new RepresentationReader(xml, this.typeReferences);
		this.documentation = new DocumentationReader(xml);
		this.methodReader = new MethodReader(xml, this.representationReferences, this.representationsById,
				this.representationReader);
	}

	WadlApplication read() throws XMLStreamException {
		this.xml.openApplication();
		int depth = this.xml.depth();
		while (this.xml.nextChild(depth)) {
			switch (this.xml.name()) {
				case "resources" -> readResources();
				case "resource_type" -> readResourceType();
				case "representation" -> readRepresentation();
				case "doc" -> this.documentation.read();
				default -> {
					// The definition of the type 'binary'.
				}
			}
		}
		this.xml.close();
		return join();
	}

	private void readResources() throws XMLStreamException {
		String reference = this.xml.attribute("base");
		if (reference != null) {
			this.base = parseBase(reference);
		}
		int depth = this.xml.depth();
		while (this.xml.nextChild(depth)) {
			if (this.xml.name().equals("resource") && this.rootType == null && isRoot()) {
				String type = this.xml.requiredAttribute("type");
				this.rootType = this.typeReferences.read(type, this.xml).id();
			}
		}
	}

	private boolean isRoot() {
		String path = this.xml.attribute("path");
		return path == null || path.isEmpty();
	}

	private URI parseBase(String reference) {
		try {
			return this.document.resolve(reference.strip());
		}
		catch (URISyntaxException ex) {
			throw this.document.failure(this.xml.line(), "the base '" + reference + "' is not a URL", ex);
		}
	}

	private void readResourceType() throws XMLStreamException {
		String id = this.xml.requiredAttribute("id");
		int line = this.xml.line();
		if (this.types.put(id, this.methodReader.readResourceType()) != null) {
			throw this.document.failure(line, "there is another resource type '" + id + "'", null);
		}
	}

	private void readRepresentation() throws XMLStreamException {
		String id = this.xml.requiredAttribute("id");
		int line = this.xml.line();
		RepresentationDefinition definition = this.representationReader.readRepresentation();
		if (this.representationsById.put(id, definition) != null) {
			throw this.document.failure(line, "there is another representation '" + id + "'", null);
		}
		this.representations.add(definition);
	}

	private WadlApplication join() {
		if (this.rootType == null) {
			throw this.document.failure(
					"it has no 'resource' with an empty path in 'resources', which describes the" + " service itself",
					null);
		}
		this.typeReferences.requireKnown(this.types.keySet());
		this.representationReferences.requireKnown(this.representationsById.keySet());
		Map<String, ResourceType> resourceTypes = new LinkedHashMap<>();
		this.types.forEach((id, type) -> {
			ResourceType.Content content = type.get();
			resourceTypes.put(id, new ResourceType(new TypeUri(this.document, id), () -> content));
		});
		List<RepresentationDefinition> definitions = List.copyOf(this.representations);
		return new WadlApplication(this.document, this.base, this.rootType, resourceTypes, () -> definitions,
				this.documentation.text());
	}

}
