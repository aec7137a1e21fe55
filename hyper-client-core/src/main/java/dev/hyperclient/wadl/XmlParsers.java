package dev.hyperclient.wadl;

import java.io.InputStream;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Creates the JDK's streaming parser, configured for untrusted documents. Services
 * declare entities in an internal DTD, so DTDs are supported; external entities are not.
 */
final class XmlParsers {

	private XmlParsers() {
	}

	/**
	 * Return a parser for one document. The factory is not shared, since it need not be
	 * thread-safe.
	 */
	static XMLStreamReader create(InputStream input, DocumentUri document) throws XMLStreamException {
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

}
