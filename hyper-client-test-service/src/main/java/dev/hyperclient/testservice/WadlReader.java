package dev.hyperclient.testservice;

import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import dev.hyperclient.testservice.OperationDefinition.Result;
import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Reads the description of another service.
 */
record WadlReader(String service, ServiceUris origin, Element application, Map<String, Element> representations) {

	private static final String WADL = "http://research.sun.com/wadl/2006/10";

	private static final String PAGE = "-page";

	static final Set<String> GENERATED = Set.of("self_link", "resource_type_link", FakeEntry.TAG);

	private static final Pattern ENCODING = Pattern.compile("(encoding\\s*=\\s*[\"'])[^\"']*([\"'])");

	private static final int MAX_ENTITIES = 64_000;

	private static final int MAX_ENTITY_CHARACTERS = 1_000_000;

	private static final String ANY_SERVICE = "http://service.invalid";

	/**
	 * Read a document.
	 * @param name the name of the service in messages
	 * @param wadl the document
	 * @return the description
	 * @throws IllegalArgumentException if it is not a WADL document of a service
	 */
	static WadlDescription read(String name, byte[] wadl) {
		Element application;
		try {
			application = Element.root(parser(wadl));
		}
		catch (XMLStreamException ex) {
			throw new IllegalArgumentException(
					"The description of '%s' is not a WADL document: %s. Fetch it from the root of the service, with the header field 'Accept: %s', or record it again."
						.formatted(name, ex.getMessage(), OutgoingResponse.WADL),
					ex);
		}
		String base = application.all("resources")
			.findFirst()
			.map((resources) -> resources.attributes.get("base"))
			.orElse(null);
		if (base != null && base.startsWith("/") && !base.startsWith("//")) {
			// As a description that is checked in for a generated client.
			base = ANY_SERVICE + base;
		}
		if (base == null || !base.matches("https?://[^/]+/(.+/)?[^/]+/")) {
			throw new IllegalArgumentException(
					"The description of '%s' is not a WADL document of a service: its element 'resources' must have a base such as 'https://host/1.0/' but has %s"
						.formatted(name, base));
		}
		Map<String, Element> representations = new HashMap<>();
		application.all("representation")
			.forEach((representation) -> representations.put(representation.text("id"), representation));
		return new WadlReader(name, origin(base), application, representations).description(text(wadl));
	}

	/**
	 * Return the text of a document that was read, with a declaration for UTF-8.
	 * @param wadl the document
	 * @return the text
	 */
	private static String text(byte[] wadl) {
		try {
			XMLStreamReader parser = parser(wadl);
			String declared = parser.getCharacterEncodingScheme();
			Charset charset = Charset.forName((declared != null) ? declared : parser.getEncoding());
			String text = new String(wadl, charset);
			String document = text.startsWith("\ufeff") ? text.substring(1) : text;
			int declaration = document.startsWith("<?xml") ? document.indexOf("?>") : 0;
			return ENCODING.matcher(document.substring(0, declaration)).replaceFirst("$1UTF-8$2")
					+ document.substring(declaration);
		}
		catch (XMLStreamException | IllegalArgumentException ex) {
			throw new IllegalArgumentException("The encoding of the description is not supported: " + ex.getMessage(),
					ex);
		}
	}

	/**
	 * Services declare entities in an internal DTD, so that those are supported, with
	 * limits. Nothing is fetched.
	 */
	private static XMLStreamReader parser(byte[] wadl) throws XMLStreamException {
		XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
		// Without this support, external entities would be read as empty.
		factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, true);
		factory.setXMLResolver((publicId, systemId, baseUri, namespace) -> {
			throw new XMLStreamException("it needs '" + systemId + "', which is not fetched");
		});
		factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
		factory.setProperty("jdk.xml.entityExpansionLimit", MAX_ENTITIES);
		factory.setProperty("jdk.xml.totalEntitySizeLimit", MAX_ENTITY_CHARACTERS);
		return factory.createXMLStreamReader(new ByteArrayInputStream(wadl));
	}

	private static ServiceUris origin(String base) {
		int version = base.lastIndexOf('/', base.length() - 2);
		String segment = base.substring(version + 1, base.length() - 1);
		return new ServiceUris(base.substring(0, version), segment, List.of(segment), segment, true);
	}

	static String fragment(String reference) {
		return reference.substring(reference.indexOf('#') + 1);
	}

	private WadlDescription description(String text) {
		Map<String, FakeType> entryTypes = new LinkedHashMap<>();
		Map<String, WadlDescription.OtherType> others = new LinkedHashMap<>();
		this.application.all("resource_type").forEach((type) -> {
			String id = type.text("id");
			Map<String, OperationDefinition> operations = new LinkedHashMap<>();
			List<Element> methods = new ArrayList<>();
			type.all("method").forEach((method) -> {
				String operation = arguments(method)
					.filter((param) -> param.text("name").equals(OperationInvoker.OPERATION))
					.findFirst()
					.map((param) -> param.attributes.get("fixed"))
					.orElse(null);
				if (operation != null) {
					operations.putIfAbsent(operation, operation(id, operation, method));
				}
				else {
					methods.add(method);
				}
			});
			Map<String, Element> fields = fields(methods, "GET", "response");
			if (fields.containsKey("self_link")) {
				entryTypes.put(id, type(id, methods, fields, List.copyOf(operations.values())));
			}
			else {
				Element entries = fields.get("entry_links");
				others.put(id, new WadlDescription.OtherType((entries != null) ? entries.link() : null,
						List.copyOf(operations.values())));
			}
		});
		String suffix = Kind.COLLECTION.keySuffix;
		Map<String, String> collections = new LinkedHashMap<>();
		fields(ServiceDefinition.ROOT_TYPE + "-json").forEach((key, field) -> {
			if (key.endsWith(suffix)) {
				collections.put(key.substring(0, key.length() - suffix.length()), String.valueOf(field.link()));
			}
		});
		return new WadlDescription(this.origin, text, entryTypes, others, collections);
	}

	private FakeType type(String id, List<Element> methods, Map<String, Element> fields,
			List<OperationDefinition> operations) {
		List<String> names = methods.stream().map((method) -> method.text("name")).distinct().sorted().toList();
		Set<String> writable = fields(methods, names.contains("PATCH") ? "PATCH" : "PUT", "request").keySet();
		Map<String, ValueDefinition> attributes = new LinkedHashMap<>();
		fields.forEach((key, field) -> {
			Kind kind = field.kind(key);
			String suffix = kind.keySuffix;
			String stripped = key.endsWith(suffix) ? key.substring(0, key.length() - suffix.length()) : key;
			String name = attributes.containsKey(stripped) ? key : stripped;
			if (!GENERATED.contains(key)) {
				attributes.put(name, field.value(name, key, kind, false, !writable.contains(key)));
			}
		});
		return new FakeType(id, "", "", "", attributes, operations, List.of(), names, Duration.ZERO, Duration.ZERO,
				(entry, caller) -> true, (before, after) -> Map.of(), this.origin);
	}

	private OperationDefinition operation(String type, String name, Element method) {
		String response = href(method, "response");
		Result result = Result.VALUE;
		if (Stream.concat(method.all("response", "param"), method.all("response", "representation", "param"))
			.anyMatch((header) -> header.text("name").equalsIgnoreCase("Location") && header.link() != null)) {
			result = Result.CREATED;
		}
		else if (!response.isEmpty()) {
			result = response.endsWith(PAGE) ? Result.PAGE : Result.ENTRY;
		}
		Map<String, ValueDefinition> parameters = new LinkedHashMap<>();
		arguments(method).filter((param) -> !param.text("name").equals(OperationInvoker.OPERATION)).forEach((param) -> {
			String key = param.text("name");
			Kind kind = param.type().equals("date") ? Kind.DATE : param.kind("");
			parameters.putIfAbsent(key,
					param.value(key, key, kind, Set.of("true", "1").contains(param.text("required")), false));
		});
		return new OperationDefinition(name, "the operation '%s' of '%s'".formatted(name, type), "",
				method.text("name"), List.copyOf(parameters.values()), result, null, null,
				"Give it one where the fake service '%s' is declared: operation(\"%s\", \"%s\", (call) -> ...)"
					.formatted(this.service, type, name));
	}

	private static Stream<Element> arguments(Element method) {
		return Stream.concat(method.all("request", "param"), method.all("request", "representation", "param"));
	}

	/**
	 * Return the fields of the representation that a method takes or returns.
	 */
	private Map<String, Element> fields(List<Element> methods, String method, String message) {
		return methods.stream()
			.filter((candidate) -> candidate.text("name").equals(method))
			.map((candidate) -> fields(href(candidate, message)))
			.filter((fields) -> !fields.isEmpty())
			.findFirst()
			.orElse(Map.of());
	}

	private Map<String, Element> fields(String representation) {
		Map<String, Element> fields = new LinkedHashMap<>();
		Stream.ofNullable(this.representations.get(representation))
			.flatMap((found) -> found.all("param"))
			.forEach((field) -> fields.putIfAbsent(field.text("name"), field));
		return fields;
	}

	private static String href(Element method, String message) {
		return method.all(message, "representation")
			.map((representation) -> fragment(representation.text("href")))
			.filter((id) -> !id.isEmpty())
			.findFirst()
			.orElse("");
	}

	/**
	 * An element without its documentation, since examples in texts declare nothing.
	 *
	 * @param name the local name
	 * @param attributes the XML attributes
	 * @param children the elements in it
	 */
	record Element(String name, Map<String, String> attributes, List<Element> children) {

		static Element root(XMLStreamReader reader) throws XMLStreamException {
			while (!reader.isStartElement()) {
				reader.next();
			}
			Element root = of(reader);
			while (reader.hasNext()) {
				reader.next();
			}
			return root;
		}

		private static Element of(XMLStreamReader reader) throws XMLStreamException {
			String name = WADL.equals(reader.getNamespaceURI()) ? reader.getLocalName() : "";
			Element element = new Element(name, new HashMap<>(), new ArrayList<>());
			for (int i = 0; i < reader.getAttributeCount(); i++) {
				element.attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
			}
			while (reader.next() != XMLStreamConstants.END_ELEMENT) {
				if (reader.isStartElement()) {
					Element child = of(reader);
					if (!child.name.equals("doc")) {
						element.children.add(child);
					}
				}
			}
			return element;
		}

		/**
		 * Return elements by the names on the way to them.
		 */
		Stream<Element> all(String... path) {
			Stream<Element> found = Stream.of(this);
			for (String step : path) {
				found = found.flatMap((element) -> element.children.stream())
					.filter((child) -> child.name.equals(step));
			}
			return found;
		}

		String text(String attribute) {
			return this.attributes.getOrDefault(attribute, "");
		}

		/**
		 * Return the id of the type of the linked resource.
		 */
		@Nullable String link() {
			return all("link").flatMap((link) -> Stream.ofNullable(link.attributes.get("resource_type")))
				.findFirst()
				.map(WadlReader::fragment)
				.orElse(null);
		}

		/**
		 * Return the local name of the type of a field.
		 */
		String type() {
			return text("type").substring(text("type").indexOf(':') + 1);
		}

		Kind kind(String key) {
			String link = link();
			if (WadlDocument.HOSTED_FILE.equals(link) || text("type").equals("binary")) {
				return Kind.FILE;
			}
			if (link != null) {
				return key.endsWith(Kind.COLLECTION.keySuffix) ? Kind.COLLECTION : Kind.REFERENCE;
			}
			return Set.of("date", "dateTime").contains(type()) ? Kind.DATE_TEXT : Kind.ANY;
		}

		ValueDefinition value(String name, String key, Kind kind, boolean required, boolean readOnly) {
			String link = link();
			if (kind == Kind.COLLECTION && link != null && link.endsWith(FakeType.PAGE_RESOURCE)) {
				link = link.substring(0, link.length() - FakeType.PAGE_RESOURCE.length());
			}
			List<String> options = all("option").map((option) -> option.text("value")).toList();
			return new ValueDefinition(name, key, kind, required, readOnly, false, false, options, link, null, "");
		}

	}

	/**
	 * What the description of another service declares. Immutable.
	 *
	 * @param origin the URLs of the other service
	 * @param text the document, with a declaration for UTF-8
	 * @param types the entry types by id
	 * @param others the other resource types by id
	 * @param collections the ids of the types of the top-level collections, by the names
	 * of the collections
	 */
	record WadlDescription(ServiceUris origin, String text, Map<String, FakeType> types, Map<String, OtherType> others,
			Map<String, String> collections) {

		FakeType entryType(String id) {
			return Optional.ofNullable(this.types.get(id))
				.orElseThrow(() -> Advice.notDescribed("entry type '" + id + "'", id, this.types.keySet()));
		}

		/**
		 * Return a named operation.
		 * @param type the id of the resource type that has it
		 * @param name the name
		 * @return the operation
		 * @throws IllegalArgumentException if there is none
		 */
		OperationDefinition operation(String type, String name) {
			List<OperationDefinition> all = Optional.ofNullable(this.others.get(type))
				.map(OtherType::operations)
				.or(() -> Optional.ofNullable(this.types.get(type)).map(FakeType::operations))
				.orElseThrow(() -> Advice.notDescribed("type '" + type + "'", type,
						Stream.of(this.types, this.others).flatMap((types) -> types.keySet().stream()).toList()));
			return all.stream()
				.filter((operation) -> operation.name().equals(name))
				.findFirst()
				.orElseThrow(() -> Advice.notDescribed("operation '%s' in the type '%s'".formatted(name, type), name,
						all.stream().map(OperationDefinition::name).toList()));
		}

		/**
		 * A resource type other than the type of an entry.
		 *
		 * @param entryType the id of the type of the entries of a collection, or
		 * {@code null}
		 * @param operations the named operations
		 */
		record OtherType(@Nullable String entryType, List<OperationDefinition> operations) {
		}

	}

}
