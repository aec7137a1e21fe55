package dev.hyperclient.internal.description;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The references of a description to one kind of its elements. Each distinct reference is
 * parsed once: there are thousands of references, but few distinct ones. References are
 * resolved after the whole document was read.
 */
final class References {

	private final DocumentUri document;

	private final String kind;

	private final Map<String, Reference> bySpelling = new HashMap<>();

	/** Those parts before a fragment that refer to the description. */
	private final Set<String> accepted = new HashSet<>();

	References(DocumentUri document, String kind) {
		this.document = document;
		this.kind = kind;
	}

	/**
	 * Read a reference.
	 * @param spelling the reference as the description writes it, absolute or relative
	 * @param xml knows the line of the reference
	 * @return the reference
	 */
	Reference read(String spelling, DescriptionXml xml) {
		Reference known = this.bySpelling.get(spelling);
		if (known == null) {
			known = parse(spelling, xml.line());
			this.bySpelling.put(spelling, known);
		}
		return known;
	}

	private Reference parse(String spelling, int line) {
		int hash = spelling.indexOf('#');
		if (hash >= 0 && isPlain(spelling, hash + 1) && this.accepted.contains(spelling.substring(0, hash))) {
			String id = spelling.substring(hash + 1);
			return new Reference(id, new TypeUri(this.document, id), line);
		}
		URI uri;
		try {
			uri = this.document.resolve(spelling.strip());
		}
		catch (URISyntaxException ex) {
			throw this.document.failure(line, "'" + spelling + "' is not a URL", ex);
		}
		if (!this.document.contains(uri)) {
			throw this.document.foreignReference(line, spelling, uri);
		}
		String id = uri.getFragment();
		if (id == null || id.isEmpty()) {
			throw this.document.failure(line, "'" + spelling + "' does not say which " + this.kind + " is meant", null);
		}
		this.accepted.add(spelling.substring(0, hash));
		return new Reference(id, new TypeUri(this.document, id), line);
	}

	/** Whether a fragment is its own decoded form. */
	private static boolean isPlain(String spelling, int start) {
		for (int i = start; i < spelling.length(); i++) {
			char c = spelling.charAt(i);
			if (!(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
					|| c == '.')) {
				return false;
			}
		}
		return start < spelling.length();
	}

	void requireKnown(Set<String> ids) {
		this.bySpelling.forEach((spelling, reference) -> {
			if (!ids.contains(reference.id())) {
				throw this.document.failure(reference.line(), "'" + spelling + "' refers to the " + this.kind + " '"
						+ reference.id() + "', which does not exist", null);
			}
		});
	}

	/**
	 * A reference.
	 *
	 * @param id the id of the element referred to
	 * @param uri the URL of that element
	 * @param line the line of its first occurrence
	 */
	record Reference(String id, TypeUri uri, int line) {

	}

}
