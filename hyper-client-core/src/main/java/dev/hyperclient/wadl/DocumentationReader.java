package dev.hyperclient.wadl;

import javax.xml.stream.XMLStreamException;

import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code doc} elements of one element. The text is kept with
 * {@link DocumentationMarks marks} in place of markup and converted to plain text on
 * demand, since few texts are ever requested.
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
	 * Return the text, {@code null} if there was no such element.
	 */
	@Nullable String text() {
		return (this.several != null) ? this.several.toString() : this.only;
	}

}
