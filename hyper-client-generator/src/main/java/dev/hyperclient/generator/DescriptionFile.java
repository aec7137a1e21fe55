package dev.hyperclient.generator;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.wadl.WadlApplication;
import dev.hyperclient.wadl.WadlParser;
import org.jspecify.annotations.Nullable;

/**
 * Reads a description from a file. Its references are relative to the URL of the service,
 * which is in the description.
 */
final class DescriptionFile {

	/** The URL of descriptions with relative references. */
	private static final URI ANY_SERVICE = URI.create("http://service.invalid/");

	private static final Pattern LINE = Pattern.compile("cannot be used: line (\\d+): (.*)", Pattern.DOTALL);

	private DescriptionFile() {
	}

	static WadlApplication parse(Path file, byte[] content) {
		try {
			return WadlParser.parse(content, base(content));
		}
		catch (ServiceDescriptionException ex) {
			String message = String.valueOf(ex.getMessage());
			Matcher line = LINE.matcher(message);
			throw line.find() ? new GeneratorException(file, Integer.parseInt(line.group(1)), line.group(2), ex)
					: new GeneratorException(file, 0, message, ex);
		}
	}

	private static URI base(byte[] content) {
		XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
		factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
		factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
		try {
			XMLStreamReader xml = factory.createXMLStreamReader(new ByteArrayInputStream(content));
			while (xml.hasNext()) {
				if (xml.next() == XMLStreamReader.START_ELEMENT && xml.getLocalName().equals("resources")) {
					return absolute(xml.getAttributeValue(null, "base"));
				}
			}
		}
		catch (XMLStreamException | IllegalArgumentException ex) {
			// The parser of descriptions reports it with its line.
			return ANY_SERVICE;
		}
		return ANY_SERVICE;
	}

	private static URI absolute(@Nullable String base) {
		URI uri = ANY_SERVICE.resolve((base != null) ? base.strip() : "");
		return uri.isOpaque() ? ANY_SERVICE : uri;
	}

}
