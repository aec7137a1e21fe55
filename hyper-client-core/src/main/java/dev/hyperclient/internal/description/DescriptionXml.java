package dev.hyperclient.internal.description;

import java.io.ByteArrayInputStream;
import java.io.CharArrayWriter;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import dev.hyperclient.internal.document.MemoryLimit;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * A description as a stream of elements. Elements are identified by namespace and local
 * name, since services mix prefixes and default namespaces; attributes with a namespace
 * are ignored, since WADL defines its attributes without one.
 */
final class DescriptionXml {

	private static final String WADL = "http://research.sun.com/wadl/2006/10";

	/**
	 * Far more than tables in documentation need.
	 */
	private static final int MAX_DEPTH = 200;

	/** Memory of a declaration, such as an empty resource type. */
	private static final int ELEMENT = 640;

	private static final int ATTRIBUTE = 64;

	/** Memory of a distinct text. */
	private static final int TEXT = 128;

	/** Far more than the longest documentation of Launchpad. */
	private static final int MAX_DOCUMENTATION = 1024 * 1024;

	private final DocumentUri document;

	private final BoundedMarkupInputStream input;

	private final XMLStreamReader reader;

	private final Map<String, String> strings = new HashMap<>();

	private final CharArrayWriter documentation = new CharArrayWriter();

	private final MemoryLimit.Usage memory;

	private int depth;

	/** Names and values of the attributes without a namespace, in turn. */
	private @Nullable String[] attributes = new String[16];

	/** The number of names and values, negative if they are not read yet. */
	private int attributesLength;

	DescriptionXml(byte[] content, DocumentUri document, MemoryLimit.Usage memory) throws XMLStreamException {
		this.memory = memory;
		this.document = document;
		this.input = new BoundedMarkupInputStream(content, document);
		this.reader = parser(this.input, document);
	}

	/**
	 * Return the JDK's streaming parser, configured for an untrusted document. Services
	 * declare entities in an internal DTD, so DTDs are supported; external entities are
	 * not. The factory is not shared, since it need not be thread-safe.
	 */
	private static XMLStreamReader parser(InputStream input, DocumentUri document) throws XMLStreamException {
		// Not newInstance(), which uses any parser of the class path.
		XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
		factory.setProperty(XMLInputFactory.SUPPORT_DTD, true);
		refuseExternalEntities(factory, document);
		limitEntities(factory);
		return factory.createXMLStreamReader(input);
	}

	/**
	 * Support for external entities is enabled in order to reject them: if disabled, the
	 * parser silently treats them as empty.
	 */
	private static void refuseExternalEntities(XMLInputFactory factory, DocumentUri document) {
		factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, true);
		factory.setXMLResolver((publicId, systemId, baseUri, namespace) -> {
			throw document.failure("it needs the external entity '" + systemId + "', which is not fetched", null);
		});
	}

	/**
	 * Set explicitly, since the defaults of Java 17 and Java 25 differ.
	 */
	private static void limitEntities(XMLInputFactory factory) {
		factory.setProperty("jdk.xml.entityExpansionLimit", 64_000);
		factory.setProperty("jdk.xml.entityReplacementLimit", 200_000);
		factory.setProperty("jdk.xml.totalEntitySizeLimit", 1_000_000);
		factory.setProperty("jdk.xml.maxGeneralEntitySizeLimit", 100_000);
		factory.setProperty("jdk.xml.maxParameterEntitySizeLimit", 15_000);
		factory.setProperty("jdk.xml.elementAttributeLimit", 200);
		// Unlimited, since DescriptionXml has its own limit.
		factory.setProperty("jdk.xml.maxElementDepth", 0);
		factory.setProperty("jdk.xml.maxXMLNameLimit", 1_000);
	}

	/**
	 * Move to the root element, which must be WADL's {@code application}.
	 */
	void openApplication() throws XMLStreamException {
		nextChild(0);
		if (!name().equals("application")) {
			throw failure("the root element is " + this.reader.getName() + ", not {" + WADL + "}application");
		}
	}

	/**
	 * Move to the next child of the element that was current at the given depth, skipping
	 * the rest of the previous child.
	 * @param parentDepth the depth of the parent
	 * @return whether there is another child
	 */
	boolean nextChild(int parentDepth) throws XMLStreamException {
		while (this.reader.hasNext()) {
			int event = next();
			if (event == XMLStreamConstants.START_ELEMENT) {
				enter();
				if (this.depth == parentDepth + 1) {
					return true;
				}
			}
			else if (event == XMLStreamConstants.END_ELEMENT) {
				this.depth--;
				if (this.depth < parentDepth) {
					return false;
				}
			}
		}
		return false;
	}

	private int next() throws XMLStreamException {
		int event = this.reader.next();
		this.input.markupEnded();
		if (event == XMLStreamConstants.PROCESSING_INSTRUCTION) {
			this.memory.add(TEXT);
		}
		return event;
	}

	private void enter() {
		this.memory
			.add(ELEMENT + ATTRIBUTE * ((long) this.reader.getAttributeCount() + this.reader.getNamespaceCount()));
		this.attributesLength = -1;
		this.depth++;
		if (this.depth > MAX_DEPTH) {
			throw failure("elements are nested more than " + MAX_DEPTH + " deep");
		}
	}

	/**
	 * Read the current element, a {@code doc}, to its end.
	 * @return its title and its text, with {@link DocumentationText.Marks} in place of
	 * markup
	 */
	String readDocumentation() throws XMLStreamException {
		int parentDepth = this.depth - 1;
		this.documentation.reset();
		String title = attribute("title");
		if (title != null) {
			this.documentation.append(title).append(DocumentationText.Marks.PARAGRAPH);
		}
		while (this.depth > parentDepth) {
			int event = next();
			switch (event) {
				case XMLStreamConstants.START_ELEMENT -> {
					enter();
					this.documentation.append(DocumentationText.Marks.start(this.reader.getLocalName()));
				}
				case XMLStreamConstants.END_ELEMENT -> {
					this.depth--;
					this.documentation.append(DocumentationText.Marks.end(this.reader.getLocalName()));
				}
				case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> addText();
			}
		}
		return shared(this.documentation.toString());
	}

	private void addText() {
		this.documentation.write(this.reader.getTextCharacters(), this.reader.getTextStart(),
				this.reader.getTextLength());
		if (this.documentation.size() > MAX_DOCUMENTATION) {
			throw failure("a single documentation is longer than " + MAX_DOCUMENTATION + " characters");
		}
	}

	/**
	 * Read to the end of the document, to check that it is well-formed.
	 */
	void close() throws XMLStreamException {
		nextChild(0);
		this.reader.close();
	}

	int depth() {
		return this.depth;
	}

	int line() {
		return this.reader.getLocation().getLineNumber();
	}

	/**
	 * Return the local name of the current element, or the empty string if it is not a
	 * WADL element.
	 */
	String name() {
		return WADL.equals(this.reader.getNamespaceURI()) ? this.reader.getLocalName() : "";
	}

	@Nullable String attribute(String name) {
		if (this.attributesLength < 0) {
			readAttributes();
		}
		for (int i = 0; i < this.attributesLength; i += 2) {
			if (name.equals(this.attributes[i])) {
				return shared(Objects.requireNonNull(this.attributes[i + 1]));
			}
		}
		return null;
	}

	/** Read once for each element, since the parser's methods are slow. */
	private void readAttributes() {
		int count = this.reader.getAttributeCount();
		if (this.attributes.length < 2 * count) {
			this.attributes = new String[2 * count];
		}
		int length = 0;
		for (int i = 0; i < count; i++) {
			if (!StringUtils.hasLength(this.reader.getAttributeNamespace(i))) {
				this.attributes[length++] = this.reader.getAttributeLocalName(i);
				this.attributes[length++] = this.reader.getAttributeValue(i);
			}
		}
		this.attributesLength = length;
	}

	String requiredAttribute(String name) {
		String value = attribute(name);
		if (value == null) {
			throw failure("the element '" + name() + "' has no attribute '" + name + "'");
		}
		return value;
	}

	/**
	 * Return the namespace that a prefix is bound to at the current element.
	 */
	@Nullable String namespace(String prefix) {
		return this.reader.getNamespaceURI(prefix);
	}

	/**
	 * Return a shared instance of a text: few distinct texts occur thousands of times.
	 */
	private String shared(String value) {
		String known = this.strings.putIfAbsent(value, value);
		if (known != null) {
			return known;
		}
		this.memory.add(TEXT + value.length());
		return value;
	}

	RuntimeException failure(String problem) {
		return this.document.failure(line(), problem, null);
	}

	/**
	 * Limits the size of a single tag, comment or DOCTYPE. The limits of the parser count
	 * neither namespace declarations of a tag nor declarations of a DOCTYPE, and its time
	 * is quadratic in both.
	 */
	static final class BoundedMarkupInputStream extends ByteArrayInputStream {

		static final int LIMIT = 64 * 1024;

		private static final int CHUNK = 4 * 1024;

		private final DocumentUri document;

		private int markupStart;

		BoundedMarkupInputStream(byte[] content, DocumentUri document) {
			super(content);
			this.document = document;
		}

		/**
		 * Reset the count. Called after each event of the parser, which has then consumed
		 * everything before, except for its buffer.
		 */
		void markupEnded() {
			this.markupStart = this.pos;
		}

		@Override
		public synchronized int read() {
			requireBounded();
			return super.read();
		}

		@Override
		public synchronized int read(byte[] target, int offset, int length) {
			requireBounded();
			return super.read(target, offset, Math.min(length, CHUNK));
		}

		private void requireBounded() {
			if (this.pos - this.markupStart > LIMIT) {
				throw this.document.failure("a single tag, comment or DOCTYPE is longer than " + LIMIT + " bytes",
						null);
			}
		}

	}

}
