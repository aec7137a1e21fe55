package dev.hyperclient.generator;

import java.io.StringReader;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.XMLConstants;
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

	private static final Pattern ENCODING = Pattern.compile("encoding\\s*=\\s*[\"']([A-Za-z][A-Za-z0-9._-]*)[\"']");

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
		// The documentation before the URL may contain entities of an internal DTD.
		factory.setProperty(XMLInputFactory.SUPPORT_DTD, true);
		factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
		factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
		// As in the parser of descriptions: the defaults of Java 17 and 25 differ.
		factory.setProperty("jdk.xml.entityExpansionLimit", 64_000);
		factory.setProperty("jdk.xml.entityReplacementLimit", 200_000);
		factory.setProperty("jdk.xml.totalEntitySizeLimit", 1_000_000);
		try {
			XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(text(content)));
			while (xml.hasNext()) {
				if (xml.next() == XMLStreamReader.START_ELEMENT && xml.getLocalName().equals("resources")) {
					return absolute(xml.getAttributeValue(null, "base"));
				}
			}
		}
		catch (XMLStreamException | RuntimeException | StackOverflowError ex) {
			// The parser of descriptions reports it with its line.
			return ANY_SERVICE;
		}
		return ANY_SERVICE;
	}

	/**
	 * Return the text, with replacements for bytes that are invalid: the parser of the
	 * JDK would write these to the standard error stream.
	 */
	private static String text(byte[] content) {
		String start = new String(content, 0, Math.min(content.length, 200), StandardCharsets.ISO_8859_1);
		if (start.indexOf('\0') >= 0) {
			return new String(content, StandardCharsets.UTF_16);
		}
		Matcher encoding = ENCODING.matcher(start);
		boolean named = encoding.find() && Charset.isSupported(encoding.group(1));
		return new String(content, named ? Charset.forName(encoding.group(1)) : StandardCharsets.UTF_8)
			.replace("\ufeff", "");
	}

	private static URI absolute(@Nullable String base) {
		URI uri = ANY_SERVICE.resolve((base != null) ? base.strip() : "");
		return uri.isOpaque() ? ANY_SERVICE : uri;
	}

}
