package dev.hyperclient.internal.description;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

import javax.xml.stream.XMLStreamException;

import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Reads a whole description in one pass and resolves references afterwards. The call
 * depth is limited by the WADL grammar, not by the nesting of a document.
 */
final class ApplicationReader {

	private final DocumentUri document;

	private final DescriptionXml xml;

	private final References typeReferences;

	private final References representationReferences;

	private final Documentation documentation;

	private final Map<String, Supplier<ResourceType.Content>> types = new LinkedHashMap<>();

	/** May be referred to before they are defined. */
	private final Map<String, RepresentationDefinition> representationsById = new LinkedHashMap<>();

	private URI base;

	private @Nullable String rootType;

	ApplicationReader(DocumentUri document, DescriptionXml xml) {
		this.document = document;
		this.xml = xml;
		this.base = document.uri();
		this.typeReferences = new References(document, "resource type");
		this.representationReferences = new References(document, "representation");
		this.documentation = new Documentation();
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
			if (this.xml.name().equals("resource") && this.rootType == null
					&& !StringUtils.hasLength(this.xml.attribute("path"))) {
				String type = this.xml.requiredAttribute("type");
				this.rootType = this.typeReferences.read(type, this.xml).id();
			}
		}
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
		if (this.types.put(id, readContent()) != null) {
			throw this.document.failure(line, "there is another resource type '" + id + "'", null);
		}
	}

	private void readRepresentation() throws XMLStreamException {
		String id = this.xml.requiredAttribute("id");
		int line = this.xml.line();
		RepresentationDefinition definition = readDefinition();
		if (this.representationsById.put(id, definition) != null) {
			throw this.document.failure(line, "there is another representation '" + id + "'", null);
		}
	}

	/**
	 * Read a type.
	 * @return its content, to be called when all representations are defined
	 */
	private Supplier<ResourceType.Content> readContent() throws XMLStreamException {
		List<Supplier<WadlMethod>> methods = new ArrayList<>();
		Documentation documentation = new Documentation();
		int depth = this.xml.depth();
		while (this.xml.nextChild(depth)) {
			switch (this.xml.name()) {
				case "method" -> methods.add(readMethod());
				case "doc" -> documentation.read();
			}
		}
		return () -> new ResourceType.Content(all(methods), documentation.text());
	}

	private Supplier<WadlMethod> readMethod() throws XMLStreamException {
		String name = this.xml.requiredAttribute("name");
		Message request = new Message();
		Message response = new Message();
		Documentation documentation = new Documentation();
		int depth = this.xml.depth();
		while (this.xml.nextChild(depth)) {
			switch (this.xml.name()) {
				case "request" -> readInto(request);
				case "response" -> readInto(response);
				case "doc" -> documentation.read();
			}
		}
		return () -> new WadlMethod(name, request.params, all(request.representations), response.params,
				all(response.representations), documentation.text());
	}

	private void readInto(Message message) throws XMLStreamException {
		int depth = this.xml.depth();
		while (this.xml.nextChild(depth)) {
			switch (this.xml.name()) {
				case "param" -> message.params().add(readParam());
				case "representation" -> message.representations().add(readReferredRepresentation());
			}
		}
	}

	private Supplier<RepresentationDefinition> readReferredRepresentation() throws XMLStreamException {
		String reference = this.xml.attribute("href");
		if (reference != null) {
			String id = this.representationReferences.read(reference, this.xml).id();
			return () -> Objects.requireNonNull(this.representationsById.get(id));
		}
		RepresentationDefinition definition = readDefinition();
		return () -> definition;
	}

	private static <T> List<T> all(List<Supplier<T>> suppliers) {
		return suppliers.stream().map(Supplier::get).toList();
	}

	/**
	 * A request or a response.
	 */
	private record Message(List<Param> params, List<Supplier<RepresentationDefinition>> representations) {

		Message() {
			this(new ArrayList<>(0), new ArrayList<>(0));
		}

	}

	private RepresentationDefinition readDefinition() throws XMLStreamException {
		String id = this.xml.attribute("id");
		String mediaType = this.xml.attribute("mediaType");
		List<Param> params = new ArrayList<>();
		Documentation documentation = new Documentation();
		int depth = this.xml.depth();
		while (this.xml.nextChild(depth)) {
			switch (this.xml.name()) {
				case "param" -> params.add(readParam());
				case "doc" -> documentation.read();
			}
		}
		return new RepresentationDefinition(id, mediaType, params, documentation.text());
	}

	private Param readParam() throws XMLStreamException {
		String name = this.xml.requiredAttribute("name");
		String typeAttribute = Objects.requireNonNullElse(this.xml.attribute("type"), "").strip();
		ParamType type = ParamType.of(typeAttribute, this.xml::namespace);
		boolean required = isTrue(this.xml.attribute("required"));
		String fixed = this.xml.attribute("fixed");
		List<String> options = new ArrayList<>(0);
		boolean link = false;
		TypeUri linkType = null;
		Documentation documentation = new Documentation();
		int depth = this.xml.depth();
		while (this.xml.nextChild(depth)) {
			switch (this.xml.name()) {
				case "option" -> options.add(this.xml.requiredAttribute("value"));
				case "link" -> {
					link = true;
					linkType = readLinkType();
				}
				case "doc" -> documentation.read();
			}
		}
		return new Param(name, type, localName(typeAttribute), required, fixed, options, link, linkType,
				documentation.text());
	}

	private @Nullable TypeUri readLinkType() {
		String type = this.xml.attribute("resource_type");
		return (type != null) ? this.typeReferences.read(type, this.xml).uri() : null;
	}

	private static @Nullable String localName(String type) {
		return type.isEmpty() ? null : type.substring(type.lastIndexOf(':') + 1);
	}

	private static boolean isTrue(@Nullable String attribute) {
		return "true".equals(attribute) || "1".equals(attribute);
	}

	private WadlApplication join() {
		if (this.rootType == null) {
			throw this.document.failure(
					"it has no 'resource' with an empty path in 'resources', which describes the service itself", null);
		}
		this.typeReferences.requireKnown(this.types.keySet());
		this.representationReferences.requireKnown(this.representationsById.keySet());
		Map<String, ResourceType> resourceTypes = new LinkedHashMap<>();
		this.types.forEach((id, type) -> {
			ResourceType.Content content = type.get();
			resourceTypes.put(id, new ResourceType(new TypeUri(this.document, id), () -> content));
		});
		List<RepresentationDefinition> definitions = List.copyOf(this.representationsById.values());
		return new WadlApplication(this.document, this.base, this.rootType, resourceTypes, () -> definitions,
				this.documentation.text());
	}

	/**
	 * Reads the {@code doc} elements of one element. The text is kept with
	 * {@link DocumentationText.Marks marks} in place of markup and converted to plain
	 * text on demand, since few texts are ever requested.
	 */
	private final class Documentation {

		private @Nullable String only;

		private @Nullable StringBuilder several;

		/**
		 * Read the current element, a {@code doc}.
		 */
		void read() throws XMLStreamException {
			String text = ApplicationReader.this.xml.readDocumentation();
			if (this.only == null) {
				this.only = text;
				return;
			}
			if (this.several == null) {
				this.several = new StringBuilder(this.only);
			}
			this.several.append(DocumentationText.Marks.PARAGRAPH).append(text);
		}

		/**
		 * Return the text, {@code null} if there was no such element.
		 */
		@Nullable String text() {
			return (this.several != null) ? this.several.toString() : this.only;
		}

	}

}
