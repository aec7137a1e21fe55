package dev.hyperclient.wadl;

import java.util.ArrayList;
import java.util.List;

import javax.xml.stream.XMLStreamException;

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

	List<MethodDraft> readMethods() throws XMLStreamException {
		List<MethodDraft> methods = new ArrayList<>();
		int depth = this.xml.depth();
		while (this.xml.nextChild(depth)) {
			if (this.xml.name().equals("method")) {
				methods.add(readMethod());
			}
		}
		return methods;
	}

	private MethodDraft readMethod() throws XMLStreamException {
		MethodDraft method = new MethodDraft(this.xml.attribute("id"), this.xml.requiredAttribute("name"),
				new MethodDraft.Message(), new MethodDraft.Message());
		int depth = this.xml.depth();
		while (this.xml.nextChild(depth)) {
			switch (this.xml.name()) {
				case "request" -> readInto(method.request());
				case "response" -> readInto(method.response());
				default -> {
					// Documentation.
				}
			}
		}
		return method;
	}

	private void readInto(MethodDraft.Message message) throws XMLStreamException {
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

	private MethodDraft.RepresentationDraft readRepresentation() throws XMLStreamException {
		String reference = this.xml.attribute("href");
		if (reference != null) {
			return new MethodDraft.Named(this.representations.read(reference, this.xml.line()).id());
		}
		return new MethodDraft.Inline(this.reader.readRepresentation());
	}

}
