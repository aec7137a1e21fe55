package dev.hyperclient.internal.description;

import java.util.Map;

/**
 * Compact representation of markup in documentation: single characters that XML 1.0 does
 * not allow in a document, so that no text contains them.
 */
final class DocumentationMarks {

	/** A blank line. */
	static final char PARAGRAPH = '\u0001';

	/** The end of a line. */
	static final char LINE = '\u0002';

	/** The start of a list item. */
	static final char ITEM = '\u0003';

	/** The start of preformatted text. */
	static final char VERBATIM = '\u0004';

	/** The end of preformatted text. */
	static final char VERBATIM_END = '\u0005';

	private static final String AROUND = String.valueOf(PARAGRAPH);

	private static final Tag INLINE = new Tag("", "");

	private static final Tag BLOCK = new Tag(AROUND, AROUND);

	private static final Tag OWN_LINE = new Tag(String.valueOf(LINE), String.valueOf(LINE));

	private static final Tag CELL = new Tag(" ", "");

	private static final Map<String, Tag> TAGS = Map.ofEntries(Map.entry("p", BLOCK), Map.entry("div", BLOCK),
			Map.entry("blockquote", BLOCK), Map.entry("ul", BLOCK), Map.entry("ol", BLOCK), Map.entry("dl", BLOCK),
			Map.entry("table", BLOCK), Map.entry("hr", BLOCK), Map.entry("h1", BLOCK), Map.entry("h2", BLOCK),
			Map.entry("h3", BLOCK), Map.entry("h4", BLOCK), Map.entry("h5", BLOCK), Map.entry("h6", BLOCK),
			Map.entry("pre", new Tag(AROUND + VERBATIM, VERBATIM_END + AROUND)),
			Map.entry("li", new Tag(String.valueOf(ITEM), String.valueOf(LINE))), Map.entry("dt", OWN_LINE),
			Map.entry("dd", OWN_LINE), Map.entry("tr", OWN_LINE), Map.entry("br", new Tag(String.valueOf(LINE), "")),
			Map.entry("td", CELL), Map.entry("th", CELL), Map.entry("a", INLINE), Map.entry("b", INLINE),
			Map.entry("i", INLINE), Map.entry("u", INLINE), Map.entry("em", INLINE), Map.entry("strong", INLINE),
			Map.entry("code", INLINE), Map.entry("tt", INLINE), Map.entry("span", INLINE), Map.entry("cite", INLINE),
			Map.entry("var", INLINE), Map.entry("kbd", INLINE), Map.entry("samp", INLINE), Map.entry("small", INLINE),
			Map.entry("sub", INLINE), Map.entry("sup", INLINE), Map.entry("abbr", INLINE), Map.entry("col", INLINE),
			Map.entry("thead", INLINE), Map.entry("tbody", INLINE));

	private DocumentationMarks() {
	}

	/** Return whether this is the name of an XHTML element. */
	static boolean isKnown(String element) {
		return TAGS.containsKey(element);
	}

	static String start(String element) {
		return TAGS.getOrDefault(element, INLINE).start();
	}

	static String end(String element) {
		return TAGS.getOrDefault(element, INLINE).end();
	}

	private record Tag(String start, String end) {

	}

}
