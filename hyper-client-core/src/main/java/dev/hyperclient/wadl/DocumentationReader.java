package dev.hyperclient.wadl;

import javax.xml.stream.XMLStreamException;

import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code doc} elements of one element, of which there is mostly one or none.
 * The text is kept as it stands in the document, save that its markup has shrunk to
 * {@link DocumentationMarks marks}: few texts are ever asked for, and all of them would
 * have to be made plain while an application starts.
 */
final class DocumentationReader {

	private final DescriptionXml xml;

	private @Nullable String only;

	private @Nullable StringBuilder several;

	DocumentationReader(DescriptionXml xml) {
		this.xml = xml;
	}

	/**
	 * Read the current element, a {@code doc}.
	 */
	void read() throws XMLStreamException {
		String text = this.xml.readDocumentation();
		if (this.only == null) {
			this.only = text;
			return;
		}
		if (this.several == null) {
			this.several = new StringBuilder(this.only);
		}
		this.several.append(DocumentationMarks.PARAGRAPH).append(text);
	}

	/**
	 * Return what was read, {@code null} if there was no such element.
	 */
	@Nullable String text() {
		return (this.several != null) ? this.several.toString() : this.only;
	}

}
