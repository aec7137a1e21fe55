package dev.hyperclient.internal.description;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

	/**
	 * The encoding of a document. Checks that its bytes are valid, since the JDK's parser
	 * prints invalid ones to standard error. Encodings other than UTF-8 and US-ASCII are
	 * left to the parser.
	 */
	private static final class DocumentEncoding {

		/** The declaration is ASCII, optionally after a byte order mark of UTF-8. */
		private static final Pattern DECLARED = Pattern
			.compile("^(?:\u00ef\u00bb\u00bf)?<\\?xml\\s[^>]*?encoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");

		private static final int DECLARATION_LENGTH = 200;

		private static final int PIECE = 8 * 1024;

		private DocumentEncoding() {
		}

		static void requireValid(byte[] document, DocumentUri url) {
			Charset charset = charset(document);
			if (!charset.equals(StandardCharsets.UTF_8) && !charset.equals(StandardCharsets.US_ASCII)) {
				return;
			}
			CharsetDecoder decoder = charset.newDecoder()
				.onMalformedInput(CodingErrorAction.REPORT)
				.onUnmappableCharacter(CodingErrorAction.REPORT);
			CharBuffer characters = CharBuffer.allocate(PIECE);
			ByteBuffer bytes = ByteBuffer.wrap(document);
			CoderResult result;
			do {
				result = decoder.decode(bytes, characters.clear(), true);
			}
			while (result.isOverflow());
			if (result.isError()) {
				throw url.failure(line(document, bytes.position()),
						"it is not well-formed XML: its bytes are not " + charset, null);
			}
		}

		/** Return the encoding, any other one for what Java does not support. */
		static Charset charset(byte[] document) {
			if (document.length >= 2 && (document[0] == 0 || document[1] == 0 || (document[0] & 0xFE) == 0xFE)) {
				return StandardCharsets.UTF_16;
			}
			String begin = new String(document, 0, Math.min(document.length, DECLARATION_LENGTH),
					StandardCharsets.ISO_8859_1);
			Matcher declared = DECLARED.matcher(begin);
			if (!declared.find()) {
				return StandardCharsets.UTF_8;
			}
			try {
				return Charset.forName(declared.group(1));
			}
			catch (IllegalArgumentException ex) {
				return StandardCharsets.ISO_8859_1;
			}
		}

		private static int line(byte[] document, int end) {
			int line = 1;
			for (int i = 0; i < end; i++) {
				line += (document[i] == '\n') ? 1 : 0;
			}
			return line;
		}

	}

}
