package dev.hyperclient.wadl;

import java.util.ArrayList;
import java.util.List;

import javax.xml.stream.XMLStreamException;

import dev.hyperclient.wadl.ResourceTypeDraft.Inline;
import dev.hyperclient.wadl.ResourceTypeDraft.Message;
import dev.hyperclient.wadl.ResourceTypeDraft.MethodDraft;
import dev.hyperclient.wadl.ResourceTypeDraft.Named;
import dev.hyperclient.wadl.ResourceTypeDraft.RepresentationDraft;

/**
 * Reads the {@code method} elements of a resource type.
 */
final class MethodReader {

	private final DescriptionXml xml;

	private final References representations;

	private final RepresentationReader reader;

	MethodReader(DescriptionXml xml, References representations, RepresentationReader reader) {
		this.xml = xml;
		this.representations = representations;
		this.reader = reader;
	}

	ResourceTypeDraft readResourceType() throws XMLStreamException {
		List<MethodDraft> methods = new ArrayList<>();
		DocumentationReader documentation = new DocumentationReader(this.xml);
		int depth = this.xml.depth();
		while (this.xml.nextChild(depth)) {
			switch (this.xml.name()) {
				case "method" -> methods.add(readMethod());
				case "doc" -> documentation.read();
				default -> {
					// Unknown elements are ignored.
				}
			}
		}
		return new ResourceTypeDraft(methods, documentation.text());
	}

	private MethodDraft readMethod() throws XMLStreamException {
		String id = this.xml.attribute("id");
		String name = this.xml.requiredAttribute("name");
		Message request = new Message();
		Message response = new Message();
		DocumentationReader documentation = new DocumentationReader(this.xml);
		int depth = this.xml.depth();
		while (this.xml.nextChild(depth)) {
			switch (this.xml.name()) {
				case "request" -> readInto(request);
				case "response" -> readInto(response);
				case "doc" -> documentation.read();
				default -> {
					// Unknown elements are ignored.
				}
			}
		}
		return new MethodDraft(id, name, request, response, documentation.text());
	}

	private void readInto(Message message) throws XMLStreamException {
		int depth = this.xml.depth();
		while (this.xml.nextChild(depth)) {
			switch (this.xml.name()) {
				case "param" -> message.params().add(this.reader.readParam());
				case "representation" -> message.representations().add(readRepresentation());
				default -> {
					// Documentation.
				}
			}
		}
	}

	private RepresentationDraft readRepresentation() throws XMLStreamException {
		String reference = this.xml.attribute("href");
		if (reference != null) {
			return new Named(this.representations.read(reference, this.xml).id());
		}
		return new Inline(this.reader.readRepresentation());
	}

}
