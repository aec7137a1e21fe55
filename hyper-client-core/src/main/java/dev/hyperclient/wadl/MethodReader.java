package dev.hyperclient.wadl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

import javax.xml.stream.XMLStreamException;

/**
 * Reads the {@code method} elements of a resource type.
 */
final class MethodReader {

	private final DescriptionXml xml;

	private final References references;

	/** May be referred to before they are defined. */
	private final Map<String, RepresentationDefinition> definitions;

	private final RepresentationReader reader;

	MethodReader(DescriptionXml xml, References references, Map<String, RepresentationDefinition> definitions,
			RepresentationReader reader) {
		this.xml = xml;
		this.references = references;
		this.definitions = definitions;
		this.reader = reader;
	}

	/**
	 * Read a type.
	 * @return its content, to be called when all representations are defined
	 */
	Supplier<ResourceType.Content> readResourceType() throws XMLStreamException {
		List<Supplier<WadlMethod>> methods = new ArrayList<>();
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
		return () -> new ResourceType.Content(all(methods), documentation.text());
	}

	private Supplier<WadlMethod> readMethod() throws XMLStreamException {
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
		return () -> new WadlMethod(id, name, request.params, all(request.representations), response.params,
				all(response.representations), documentation.text());
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

	private Supplier<RepresentationDefinition> readRepresentation() throws XMLStreamException {
		String reference = this.xml.attribute("href");
		if (reference != null) {
			String id = this.references.read(reference, this.xml).id();
			return () -> Objects.requireNonNull(this.definitions.get(id));
		}
		RepresentationDefinition definition = this.reader.readRepresentation();
		return () -> definition;
	}

	private static <T> List<T> all(List<Supplier<T>> suppliers) {
		List<T> all = new ArrayList<>(suppliers.size());
		for (Supplier<T> supplier : suppliers) {
			all.add(supplier.get());
		}
		return all;
	}

	/**
	 * A request or a response.
	 */
	private record Message(List<Param> params, List<Supplier<RepresentationDefinition>> representations) {

		Message() {
			this(new ArrayList<>(0), new ArrayList<>(0));
		}

	}

}
