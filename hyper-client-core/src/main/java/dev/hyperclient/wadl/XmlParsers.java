package dev.hyperclient.wadl;

import java.io.InputStream;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The JDK's streaming parser, fit for documents that come from somewhere else. Services
 * declare entities in an internal DTD, so DTDs must be read; nothing outside the document
 * ever is.
 */
final class XmlParsers {

	private XmlParsers() {
	}

	/**
	 * Return a parser for one document. The factory is not shared: nothing promises that
	 * it is thread-safe, and its cost does not matter beside that of a document.
	 */
	static XMLStreamReader create(InputStream input, DocumentAddress document) throws XMLStreamException {
		// Not newInstance(), which takes whatever parser the class path has.
		XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
		factory.setProperty(XMLInputFactory.SUPPORT_DTD, true);
		refuseExternalEntities(factory, document);
		limitEntities(factory);
		return factory.createXMLStreamReader(input);
	}

	/**
	 * Support is switched on in order to refuse: switched off, the parser takes an
	 * external entity for empty, and text would be missing without a word.
	 */
	private static void refuseExternalEntities(XMLInputFactory factory, DocumentAddress document) {
		factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, true);
		factory.setXMLResolver((publicId, systemId, baseUri, namespace) -> {
			throw document.failure("it needs the external entity '" + systemId + "', which is not fetched", null);
		});
	}

	/**
	 * Set here, because Java 17 and Java 25 have very different defaults.
	 */
	private static void limitEntities(XMLInputFactory factory) {
		factory.setProperty("jdk.xml.entityExpansionLimit", 64_000);
		factory.setProperty("jdk.xml.entityReplacementLimit", 200_000);
		factory.setProperty("jdk.xml.totalEntitySizeLimit", 1_000_000);
		factory.setProperty("jdk.xml.maxGeneralEntitySizeLimit", 100_000);
		factory.setProperty("jdk.xml.maxParameterEntitySizeLimit", 15_000);
		factory.setProperty("jdk.xml.elementAttributeLimit", 200);
		// None, for DescriptionXml has its own.
		factory.setProperty("jdk.xml.maxElementDepth", 0);
		factory.setProperty("jdk.xml.maxXMLNameLimit", 1_000);
	}

}
