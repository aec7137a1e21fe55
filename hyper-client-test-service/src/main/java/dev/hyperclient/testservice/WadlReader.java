package dev.hyperclient.testservice;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import dev.hyperclient.testservice.DescribedOperation.Result;
import org.jspecify.annotations.Nullable;

/**
 * Reads a WADL document. References are resolved at its end, since they may precede what
 * they refer to.
 */
final class WadlReader {

	private static final String WADL = "http://research.sun.com/wadl/2006/10";

	private static final String OPERATION = "ws.op";

	private static final String PAGE = "-page";

	private static final Pattern ENCODING = Pattern.compile("(encoding\\s*=\\s*[\"'])[^\"']*([\"'])");

	private static final int MAX_ENTITIES = 64_000;

	private static final int MAX_ENTITY_CHARACTERS = 1_000_000;

	private static final String ANY_SERVICE = "http://service.invalid";

	private final Map<String, Map<String, DescribedValue>> representations = new LinkedHashMap<>();

	private final Map<String, List<Method>> types = new LinkedHashMap<>();

	private @Nullable String base;

	private List<Method> methods = new ArrayList<>();

	private Method method = new Method("");

	private Map<String, DescribedValue> params = new LinkedHashMap<>();

	private Param param = new Param(null, null, false, null);

	private boolean inMethod;

	private boolean inResponse;

	private WadlReader() {
	}

	/**
	 * Read a document.
	 * @param name the name of the service in messages
	 * @param wadl the document
	 * @return the description
	 * @throws IllegalArgumentException if it is no WADL document of a service
	 */
	static WadlDescription read(String name, byte[] wadl) {
		WadlReader reader = new WadlReader();
		try {
			reader.read(parser(wadl));
		}
		catch (XMLStreamException ex) {
			throw new IllegalArgumentException(
					"The description of '%s' is no WADL document: %s. Fetch it from the root of the service, with the header field 'Accept: %s', or record it again."
						.formatted(name, ex.getMessage(), ContentNegotiation.WADL),
					ex);
		}
		String base = reader.base;
		if (base != null && base.startsWith("/") && !base.startsWith("//")) {
			// As a description that is checked in for a generated client.
			base = ANY_SERVICE + base;
		}
		if (base == null || !base.matches("https?://[^/]+/(.+/)?[^/]+/")) {
			throw new IllegalArgumentException(
					"The description of '%s' is no WADL document of a service: its element 'resources' must have a base such as 'https://host/1.0/' but has %s"
						.formatted(name, base));
		}
		return reader.description(URI.create(base));
	}

	/**
	 * Return the text of a document that was read, with a declaration for UTF-8.
	 * @param wadl the document
	 * @return the text
	 */
	static String text(byte[] wadl) {
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

	static String fragment(String reference) {
		return reference.substring(reference.indexOf('#') + 1);
	}

	private void read(XMLStreamReader reader) throws XMLStreamException {
		int documentation = 0;
		while (reader.hasNext()) {
			int event = reader.next();
			if ((event != XMLStreamConstants.START_ELEMENT && event != XMLStreamConstants.END_ELEMENT)
					|| !WADL.equals(reader.getNamespaceURI())) {
				continue;
			}
			boolean start = event == XMLStreamConstants.START_ELEMENT;
			if (reader.getLocalName().equals("doc")) {
				documentation += start ? 1 : -1;
			}
			else if (documentation > 0) {
				// Examples in texts declare nothing.
				continue;
			}
			else if (start) {
				start(reader);
			}
			else {
				end(reader.getLocalName());
			}
		}
	}

	private void start(XMLStreamReader reader) {
		switch (reader.getLocalName()) {
			case "resources" -> this.base = reader.getAttributeValue(null, "base");
			case "resource_type" -> {
				this.methods = new ArrayList<>();
				this.types.put(attribute(reader, "id", ""), this.methods);
			}
			case "method" -> {
				this.method = new Method(attribute(reader, "name", ""));
				this.methods.add(this.method);
				this.inMethod = true;
			}
			case "response" -> this.inResponse = true;
			case "representation" -> representation(reader);
			case "param" ->
				this.param = new Param(reader.getAttributeValue(null, "name"), reader.getAttributeValue(null, "type"),
						Set.of("true", "1").contains(attribute(reader, "required", "false")),
						reader.getAttributeValue(null, "fixed"));
			case "option" -> this.param.options.add(attribute(reader, "value", ""));
			case "link" -> this.param.link = reader.getAttributeValue(null, "resource_type");
			default -> {
			}
		}
	}

	private void representation(XMLStreamReader reader) {
		String href = reader.getAttributeValue(null, "href");
		if (!this.inMethod) {
			this.params = new LinkedHashMap<>();
			this.representations.put(attribute(reader, "id", ""), this.params);
		}
		else if (href != null && this.inResponse && this.method.response == null) {
			this.method.response = fragment(href);
		}
		else if (href != null && !this.inResponse) {
			this.method.request = fragment(href);
		}
	}

	private void end(String element) {
		switch (element) {
			case "method" -> this.inMethod = false;
			case "response" -> this.inResponse = false;
			case "param" -> endParam();
			default -> {
			}
		}
	}

	private void endParam() {
		String name = this.param.name;
		if (name == null) {
			return;
		}
		if (!this.inMethod) {
			this.params.putIfAbsent(name, this.param.value(name));
		}
		else if (this.inResponse) {
			this.method.created |= name.equalsIgnoreCase("Location") && this.param.link != null;
		}
		else if (name.equals(OPERATION)) {
			this.method.operation = this.param.fixed;
		}
		else {
			this.method.parameters.putIfAbsent(name, this.param.value(name));
		}
	}

	private WadlDescription description(URI base) {
		Map<String, DescribedType> described = new LinkedHashMap<>();
		this.types.forEach((id, declared) -> described.put(id, type(id, declared)));
		return new WadlDescription(base, fields(ServiceDefinition.ROOT_TYPE + "-json"), described);
	}

	private DescribedType type(String id, List<Method> declared) {
		Map<String, DescribedOperation> operations = new LinkedHashMap<>();
		Set<String> methods = new TreeSet<>();
		Map<String, DescribedValue> attributes = Map.of();
		Set<String> writable = null;
		for (Method method : declared) {
			if (method.operation != null) {
				operations.putIfAbsent(method.operation, operation(id, method, method.operation));
				continue;
			}
			methods.add(method.name);
			if (method.name.equals("GET") && attributes.isEmpty()) {
				attributes = fields(method.response);
			}
			if (method.name.equals("PATCH") || (method.name.equals("PUT") && writable == null)) {
				writable = fields(method.request).keySet();
			}
		}
		DescribedValue entries = attributes.get("entry_links");
		return new DescribedType(id, (entries != null) ? entries.target() : null, attributes,
				(writable != null) ? writable : Set.of(), methods, operations);
	}

	private DescribedOperation operation(String type, Method method, String name) {
		Result result = Result.NONE;
		if (method.created) {
			result = Result.CREATED;
		}
		else if (method.response != null) {
			result = method.response.endsWith(PAGE) ? Result.PAGE : Result.ENTRY;
		}
		return new DescribedOperation(name, type, method.name, method.parameters, result);
	}

	private Map<String, DescribedValue> fields(@Nullable String representation) {
		return (representation != null) ? this.representations.getOrDefault(representation, Map.of()) : Map.of();
	}

	private static String attribute(XMLStreamReader reader, String name, String defaultValue) {
		String value = reader.getAttributeValue(null, name);
		return (value != null) ? value : defaultValue;
	}

	/**
	 * A method while it is read.
	 */
	private static final class Method {

		private final String name;

		private final Map<String, DescribedValue> parameters = new LinkedHashMap<>();

		private @Nullable String operation;

		private @Nullable String request;

		private @Nullable String response;

		private boolean created;

		Method(String name) {
			this.name = name;
		}

	}

	/**
	 * A param while it is read.
	 */
	private static final class Param {

		private final @Nullable String name;

		private final @Nullable String type;

		private final boolean required;

		private final @Nullable String fixed;

		private final List<String> options = new ArrayList<>();

		private @Nullable String link;

		Param(@Nullable String name, @Nullable String type, boolean required, @Nullable String fixed) {
			this.name = name;
			this.type = type;
			this.required = required;
			this.fixed = fixed;
		}

		DescribedValue value(String name) {
			return DescribedValue.of(name, this.type, this.required, List.copyOf(this.options),
					(this.link != null) ? fragment(this.link) : null);
		}

	}

}
