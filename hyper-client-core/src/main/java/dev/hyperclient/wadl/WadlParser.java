package dev.hyperclient.wadl;

import java.net.URI;

import javax.xml.stream.XMLStreamException;

import dev.hyperclient.error.ResponseTooLargeException;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.internal.document.MemoryLimit;

/**
 * Reads descriptions in the Web Application Description Language of 2006, namespace
 * {@code http://research.sun.com/wadl/2006/10}, as services in the style of lazr.restful
 * write them.
 * <p>
 * Documents are not trusted: entities of an internal DTD are expanded within bounds,
 * nothing is ever fetched, and whatever cannot be read ends in one and the same
 * exception.
 */
public final class WadlParser {

	private static final int MEBIBYTE = 1024 * 1024;

	private WadlParser() {
	}

	/**
	 * Read a description of at most 32 MiB.
	 * @param document the XML document, not changed and not kept
	 * @param documentUri the absolute URL it was fetched from. References must lead back
	 * to it
	 * @return the description
	 * @throws ServiceDescriptionException if the document is not well-formed XML, is no
	 * WADL, lacks something that this client needs, refers to another document or to
	 * something that does not exist, needs external entities, or goes beyond all
	 * reasonable bounds. The message tells the line where there is one
	 * @throws ResponseTooLargeException if the description takes more memory than six
	 * times its maximum size, or than half of the JVM's heap
	 */
	public static WadlApplication parse(byte[] document, URI documentUri) {
		return parse(document, documentUri, MemoryLimit.of(32 * MEBIBYTE, "a description of 32 MiB"));
	}

	/**
	 * Read a description within a limit of memory, for Hyper Client itself.
	 * @param document the XML document, not changed and not kept
	 * @param documentUri the absolute URL it was fetched from
	 * @param limit what the description may take
	 * @return the description
	 * @throws ServiceDescriptionException as {@link #parse(byte[], URI)}
	 * @throws ResponseTooLargeException if the description takes more memory
	 */
	public static WadlApplication parse(byte[] document, URI documentUri, MemoryLimit limit) {
		DocumentAddress url = new DocumentAddress(documentUri);
		try {
			DocumentEncoding.requireValid(document, url);
			return new ApplicationReader(url, new DescriptionXml(document, url, limit.read(document, url.uri())))
				.read();
		}
		catch (ServiceDescriptionException | ResponseTooLargeException ex) {
			throw ex;
		}
		catch (XMLStreamException ex) {
			throw malformed(url, ex);
		}
		catch (RuntimeException | StackOverflowError ex) {
			// The JDK's parser answers some bad input with unchecked exceptions, and
			// expands entities within entities by recursion.
			throw url.failure("it is not well-formed XML, or is nested too deeply", ex);
		}
	}

	private static ServiceDescriptionException malformed(DocumentAddress url, XMLStreamException ex) {
		String problem = "it is not well-formed XML. " + withoutPosition(String.valueOf(ex.getMessage()));
		return (ex.getLocation() != null) ? url.failure(ex.getLocation().getLineNumber(), problem, ex)
				: url.failure(problem, ex);
	}

	/**
	 * Return the parser repeats the position in front of its message, on a line of its
	 * own.
	 */
	private static String withoutPosition(String message) {
		String marker = "\nMessage: ";
		int start = message.indexOf(marker);
		return (start < 0) ? message : message.substring(start + marker.length());
	}

}
