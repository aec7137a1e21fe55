package dev.hyperclient.internal.description;

import java.net.URI;
import java.util.Optional;

import javax.xml.stream.XMLStreamException;

import dev.hyperclient.error.ResponseTooLargeException;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.internal.document.MemoryLimit;
import org.jspecify.annotations.Nullable;

/**
 * Reads descriptions in the Web Application Description Language of 2006, namespace
 * {@code http://research.sun.com/wadl/2006/10}, as services in the style of lazr.restful
 * write them.
 * <p>
 * Documents are not trusted: entities of an internal DTD are expanded within limits,
 * external entities are never fetched, and every failure is a
 * {@link ServiceDescriptionException} or a {@link ResponseTooLargeException}.
 */
public final class WadlParser {

	private static final MemoryLimit DEFAULT_LIMIT = MemoryLimit.of(32 * 1024 * 1024, "a description of 32 MiB");

	private WadlParser() {
	}

	/**
	 * Read a description of at most 32 MiB.
	 * @param document the XML document, neither changed nor kept
	 * @param documentUri the absolute URL it was fetched from. References must point to
	 * it
	 * @return the description
	 * @throws ServiceDescriptionException if the document is not well-formed XML, is not
	 * WADL, lacks a required element, refers to another document or to a missing element,
	 * needs external entities, or exceeds a limit. The message contains the line, if
	 * known
	 * @throws ResponseTooLargeException if the description takes more memory than six
	 * times its maximum size, or than half of the JVM's heap
	 */
	public static WadlApplication parse(byte[] document, URI documentUri) {
		return parse(document, documentUri, DEFAULT_LIMIT);
	}

	/**
	 * Read a description within a limit of memory, for Hyper Client itself.
	 * @param document the XML document, neither changed nor kept
	 * @param documentUri the absolute URL it was fetched from
	 * @param limit the memory limit of the description
	 * @return the description
	 * @throws ServiceDescriptionException as {@link #parse(byte[], URI)}
	 * @throws ResponseTooLargeException if the description takes more memory
	 */
	public static WadlApplication parse(byte[] document, URI documentUri, MemoryLimit limit) {
		return read(document, documentUri, limit, (url, xml) -> new ApplicationReader(url, xml).read());
	}

	/**
	 * Return the URL of the service in a description.
	 * @param document the XML document
	 * @return the URL as it is written, relative or absolute; empty if there is none
	 * @throws ServiceDescriptionException if the document is invalid up to there
	 */
	public static Optional<String> declaredBase(byte[] document) {
		return read(document, URI.create("http://service.invalid/"), DEFAULT_LIMIT, (url, xml) -> {
			xml.openApplication();
			@Nullable String base = null;
			while (base == null && xml.nextChild(1)) {
				base = xml.name().equals("resources") ? xml.attribute("base") : null;
			}
			return Optional.ofNullable(base);
		});
	}

	/**
	 * Return a description as text.
	 * @param document the XML document
	 * @return the characters in the encoding of the document, which is not checked
	 */
	public static String text(byte[] document) {
		return new String(document, DocumentEncoding.charset(document));
	}

	private static <T> T read(byte[] document, URI documentUri, MemoryLimit limit, Reader<T> reader) {
		DocumentUri url = new DocumentUri(documentUri);
		try {
			DocumentEncoding.requireValid(document, url);
			return reader.read(url, new DescriptionXml(document, url, limit.read(document, url.uri())));
		}
		catch (ServiceDescriptionException | ResponseTooLargeException ex) {
			throw ex;
		}
		catch (XMLStreamException ex) {
			throw malformed(url, ex);
		}
		catch (RuntimeException | StackOverflowError ex) {
			// The JDK's parser throws unchecked exceptions for some invalid input, and
			// expands entities within entities by recursion.
			throw url.failure("it is not well-formed XML, or is nested too deeply", ex);
		}
	}

	private interface Reader<T> {

		T read(DocumentUri url, DescriptionXml xml) throws XMLStreamException;

	}

	private static ServiceDescriptionException malformed(DocumentUri url, XMLStreamException ex) {
		String problem = "it is not well-formed XML. " + reason(String.valueOf(ex.getMessage()));
		return (ex.getLocation() != null) ? url.failure(ex.getLocation().getLineNumber(), problem, ex)
				: url.failure(problem, ex);
	}

	/**
	 * Remove the position that the parser puts on the first line of its message, and the
	 * full stop, since a problem is reported without one.
	 */
	private static String reason(String message) {
		String marker = "\nMessage: ";
		int start = message.indexOf(marker);
		String reason = (start < 0) ? message : message.substring(start + marker.length());
		return reason.strip().replaceFirst("\\.$", "");
	}

}
