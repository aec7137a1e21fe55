package dev.hyperclient.wadl;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

import javax.xml.stream.XMLStreamException;

import org.jspecify.annotations.Nullable;

/**
 * Reads {@code representation} and {@code param} elements.
 */
final class RepresentationReader {

	private final DescriptionXml xml;

	private final References types;

	RepresentationReader(DescriptionXml xml, References types) {
		this.xml = xml;
		this.types = types;
	}

	RepresentationDefinition readRepresentation() throws XMLStreamException {
		String id = this.xml.attribute("id");
		String mediaType = this.xml.attribute("mediaType");
		OptionalInt status = status(this.xml.attribute("status"));
		List<Param> params = new ArrayList<>();
		DocumentationReader documentation = new DocumentationReader(this.xml);
		int depth = this.xml.depth();
		while (this.xml.nextChild(depth)) {
			switch (this.xml.name()) {
				case "param" -> params.add(readParam());
				case "doc" -> documentation.read();
				default -> {
					// Unknown elements are ignored.
				}
			}
		}
		return new RepresentationDefinition(id, mediaType, status, params, documentation.text());
	}

	private OptionalInt status(@Nullable String attribute) {
		if (attribute == null) {
			return OptionalInt.empty();
		}
		try {
			return OptionalInt.of(Integer.parseInt(attribute.strip()));
		}
		catch (NumberFormatException ex) {
			throw this.xml.failure("'" + attribute + "' is not a status code");
		}
	}

	Param readParam() throws XMLStreamException {
		String name = this.xml.requiredAttribute("name");
		ParamStyle style = ParamStyle.of(orEmpty(this.xml.attribute("style")));
		String typeAttribute = orEmpty(this.xml.attribute("type")).strip();
		ParamType type = ParamType.of(typeAttribute, this.xml::namespace);
		boolean required = isTrue(this.xml.attribute("required"));
		String fixed = this.xml.attribute("fixed");
		String path = this.xml.attribute("path");
		List<String> options = new ArrayList<>(0);
		boolean link = false;
		TypeUri linkType = null;
		DocumentationReader documentation = new DocumentationReader(this.xml);
		int depth = this.xml.depth();
		while (this.xml.nextChild(depth)) {
			switch (this.xml.name()) {
				case "option" -> options.add(this.xml.requiredAttribute("value"));
				case "link" -> {
					link = true;
					linkType = readLinkType();
				}
				case "doc" -> documentation.read();
				default -> {
					// Unknown elements are ignored.
				}
			}
		}
		return new Param(name, style, type, localName(typeAttribute), required, fixed, options, link, linkType, path,
				documentation.text());
	}

	private @Nullable TypeUri readLinkType() {
		String type = this.xml.attribute("resource_type");
		return (type != null) ? this.types.read(type, this.xml).uri() : null;
	}

	private static @Nullable String localName(String type) {
		return type.isEmpty() ? null : type.substring(type.lastIndexOf(':') + 1);
	}

	private static boolean isTrue(@Nullable String attribute) {
		return "true".equals(attribute) || "1".equals(attribute);
	}

	private static String orEmpty(@Nullable String attribute) {
		return (attribute != null) ? attribute : "";
	}

}
