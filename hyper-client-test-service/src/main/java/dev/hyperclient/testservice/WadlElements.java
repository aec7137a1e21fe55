package dev.hyperclient.testservice;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

import dev.hyperclient.testservice.OperationDefinition.Method;
import dev.hyperclient.testservice.OperationDefinition.Result;
import org.jspecify.annotations.Nullable;

/**
 * Writes the elements of a WADL document. XML attributes are given as alternating names
 * and values; {@code required} is omitted if its value is empty.
 */
final class WadlElements {

	private static final String WADL = "http://research.sun.com/wadl/2006/10";

	private static final String XHTML = "http://www.w3.org/1999/xhtml";

	private static final String SCHEMA = "http://www.w3.org/2001/XMLSchema";

	private final ServiceUris uris;

	private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

	private final XMLStreamWriter xml;

	WadlElements(ServiceUris uris) {
		this.uris = uris;
		try {
			this.xml = XMLOutputFactory.newDefaultFactory()
				.createXMLStreamWriter(this.bytes, StandardCharsets.UTF_8.name());
		}
		catch (XMLStreamException ex) {
			throw new IllegalStateException(ex);
		}
	}

	void application() {
		write(() -> {
			this.xml.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
			this.xml.writeStartElement("wadl", "application", WADL);
			this.xml.writeNamespace("wadl", WADL);
			this.xml.writeDefaultNamespace(WADL);
			this.xml.writeNamespace("xsd", SCHEMA);
		});
	}

	byte[] finish() {
		write(() -> {
			this.xml.writeStartElement("xsd", "simpleType", SCHEMA);
			this.xml.writeAttribute("name", "binary");
			this.xml.writeEmptyElement("xsd", "list", SCHEMA);
			this.xml.writeAttribute("itemType", "byte");
			this.xml.writeEndElement();
			this.xml.writeEndElement();
			this.xml.writeEndDocument();
			this.xml.close();
		});
		return this.bytes.toByteArray();
	}

	void start(String element, String... attributes) {
		write(() -> {
			this.xml.writeStartElement("wadl", element, WADL);
			writeAttributes(attributes);
		});
	}

	void empty(String element, String... attributes) {
		write(() -> {
			this.xml.writeEmptyElement("wadl", element, WADL);
			writeAttributes(attributes);
		});
	}

	/**
	 * Write documentation as an XHTML paragraph.
	 * @param text the text
	 */
	void doc(String text) {
		write(() -> {
			this.xml.writeStartElement("wadl", "doc", WADL);
			this.xml.writeDefaultNamespace(XHTML);
			this.xml.writeStartElement("", "p", XHTML);
			this.xml.writeCharacters(text);
			this.xml.writeEndElement();
			this.xml.writeEndElement();
		});
	}

	void end() {
		write(this.xml::writeEndElement);
	}

	void startGet(String id) {
		start("method", "name", "GET", "id", id);
		start("response");
	}

	void endGet() {
		end();
		end();
	}

	void startRepresentation(String id) {
		start("representation", "mediaType", OutgoingResponse.JSON, "id", id);
	}

	void methodWithBody(String method, String id, String representation) {
		start("method", "name", method, "id", id);
		start("request");
		empty("representation", "href", this.uris.toType(representation));
		end();
		end();
	}

	void plainField(String key, String required) {
		startField(key, required, null);
		end();
	}

	void bareLinkField(String key) {
		startField(key, "", null);
		empty("link");
		end();
	}

	void linkField(String key, String required, String target) {
		startField(key, required, null);
		link(target);
		end();
	}

	void entryLinks(String type) {
		start("param", "style", "plain", "name", "entry_links", "path", "$['entries'][*]['self_link']");
		link(type);
		end();
	}

	void attribute(Attribute<?, ?> attribute, String required) {
		startField(attribute.key(), required, attribute.kind().wadlType());
		content(attribute.value());
		end();
	}

	void operation(String subject, OperationDefinition<?, ?> operation) {
		start("method", "name", operation.method().httpMethod(), "id", subject + "-" + operation.name());
		doc(operation.summary());
		start("request");
		if (operation.method() != Method.GET) {
			start("representation", "mediaType",
					(operation.method() == Method.MULTIPART) ? FormFields.MULTIPART : FormFields.URLENCODED);
		}
		empty("param", "style", "query", "name", "ws.op", "required", "true", "fixed", operation.name());
		operation.parameters().forEach(this::parameter);
		if (operation.method() != Method.GET) {
			end();
		}
		end();
		result(operation.result());
		end();
	}

	private void parameter(ValueDefinition<?> parameter) {
		start("param", "style", "query", "name", parameter.name(), "required", Boolean.toString(parameter.required()));
		type(parameter.kind().wadlType());
		content(parameter);
		end();
	}

	private void result(Result result) {
		switch (result.kind()) {
			case PAGE -> response(result.type() + "-page");
			case ENTRY -> response(result.type() + "-full");
			case CREATED -> {
				start("response");
				start("param", "name", "Location", "style", "header");
				link(result.type());
				end();
				end();
			}
			case NONE -> {
			}
		}
	}

	private void response(String representation) {
		start("response");
		empty("representation", "href", this.uris.toType(representation));
		end();
	}

	private void startField(String key, String required, @Nullable String type) {
		start("param", "style", "plain", "required", required, "name", key, "path", "$['" + key + "']");
		type(type);
	}

	private void type(@Nullable String type) {
		if (type != null) {
			write(() -> this.xml.writeAttribute("type", type));
		}
	}

	private void content(ValueDefinition<?> value) {
		if (!value.documentation().isEmpty()) {
			doc(value.documentation());
		}
		value.options().forEach((option) -> empty("option", "value", option));
		String resourceType = value.resourceType();
		if (resourceType != null) {
			link(resourceType);
		}
	}

	private void link(String target) {
		empty("link", "resource_type", this.uris.toType(target));
	}

	private void writeAttributes(String... attributes) throws XMLStreamException {
		for (int i = 0; i < attributes.length; i += 2) {
			if (!attributes[i].equals("required") || !attributes[i + 1].isEmpty()) {
				this.xml.writeAttribute(attributes[i], attributes[i + 1]);
			}
		}
	}

	private static void write(XmlStep step) {
		try {
			step.write();
		}
		catch (XMLStreamException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@FunctionalInterface
	private interface XmlStep {

		void write() throws XMLStreamException;

	}

}
