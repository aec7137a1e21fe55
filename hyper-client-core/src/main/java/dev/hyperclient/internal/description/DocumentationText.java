package dev.hyperclient.internal.description;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Converts documentation with marks to plain text. Paragraphs are separated by a blank
 * line, list items begin with a dash, and line breaks within a paragraph become blanks,
 * as in XHTML; a blank line ends a paragraph even without markup.
 */
final class DocumentationText {

	private final StringBuilder plain;

	private final StringBuilder blanks = new StringBuilder();

	private Gap gap = Gap.NONE;

	private boolean item;

	private boolean verbatim;

	private boolean begun;

	private DocumentationText(int length) {
		this.plain = new StringBuilder(length);
	}

	static Optional<String> plain(@Nullable String kept) {
		if (kept == null) {
			return Optional.empty();
		}
		String text = EscapedMarkup.resolve(kept);
		DocumentationText result = new DocumentationText(text.length());
		text.chars().forEach((character) -> result.add((char) character));
		return result.plain.isEmpty() ? Optional.empty() : Optional.of(result.plain.toString());
	}

	private void add(char character) {
		switch (character) {
			// A paragraph at the start of a list item continues the line of the item.
			case Marks.PARAGRAPH -> widen(this.item ? Gap.LINE : Gap.PARAGRAPH);
			case Marks.LINE -> widen(Gap.LINE);
			case Marks.ITEM -> {
				widen(Gap.LINE);
				this.item = true;
			}
			case Marks.VERBATIM -> {
				closeBlanks();
				this.verbatim = true;
				this.begun = false;
			}
			case Marks.VERBATIM_END -> {
				this.verbatim = false;
				this.blanks.setLength(0);
			}
			case ' ', '\t', '\n', '\r' -> this.blanks.append(character);
			default -> addVisible(character);
		}
	}

	private void addVisible(char character) {
		if (this.verbatim) {
			addVerbatimBlanks();
		}
		else {
			closeBlanks();
			openGap();
		}
		this.plain.append(character);
	}

	private void addVerbatimBlanks() {
		if (!this.begun) {
			openGap();
			this.begun = true;
			this.blanks.delete(0, this.blanks.lastIndexOf("\n") + 1);
		}
		this.plain.append(this.blanks);
		this.blanks.setLength(0);
	}

	private void closeBlanks() {
		if (this.blanks.isEmpty()) {
			return;
		}
		boolean blankLine = this.blanks.indexOf("\n") != this.blanks.lastIndexOf("\n");
		widen(blankLine ? Gap.PARAGRAPH : Gap.BLANK);
		this.blanks.setLength(0);
	}

	private void widen(Gap gap) {
		if (gap.compareTo(this.gap) > 0) {
			this.gap = gap;
		}
	}

	private void openGap() {
		if (!this.plain.isEmpty()) {
			this.plain.append(this.gap.text);
		}
		if (this.item) {
			this.plain.append("- ");
		}
		this.gap = Gap.NONE;
		this.item = false;
	}

	/** Separators between words, in ascending order. */
	private enum Gap {

		NONE(""), BLANK(" "), LINE("\n"), PARAGRAPH("\n\n");

		private final String text;

		Gap(String text) {
			this.text = text;
		}

	}

	/**
	 * Recognizes XHTML that a service wrote as text, with escaped angle brackets, in its
	 * documentation. Other texts in angle brackets, such as placeholders, are kept.
	 */
	private static final class EscapedMarkup {

		private static final Pattern END_TAG = Pattern.compile("</([A-Za-z0-9]+)>");

		private static final Pattern TAG = Pattern.compile("</?([A-Za-z0-9]+)");

		private static final int LONGEST_REFERENCE = 8;

		private final String text;

		private final StringBuilder result;

		private int position;

		private EscapedMarkup(String text) {
			this.text = text;
			this.result = new StringBuilder(text.length());
		}

		/**
		 * Replace escaped markup by marks.
		 */
		static String resolve(String text) {
			return isEscaped(text) ? new EscapedMarkup(text).resolve() : text;
		}

		private static boolean isEscaped(String text) {
			return text.contains("</") && text.chars().noneMatch((character) -> character <= Marks.VERBATIM_END)
					&& END_TAG.matcher(text).results().anyMatch((tag) -> Marks.isKnown(name(tag)));
		}

		private static String name(MatchResult tag) {
			return tag.group(1).toLowerCase(Locale.ROOT);
		}

		private String resolve() {
			while (this.position < this.text.length()) {
				char character = this.text.charAt(this.position);
				boolean read = (character == '<') ? readTag() : character == '&' && readReference();
				if (!read) {
					this.result.append(character);
					this.position++;
				}
			}
			return this.result.toString();
		}

		private boolean readTag() {
			Matcher tag = TAG.matcher(this.text).region(this.position, this.text.length());
			if (!tag.lookingAt() || !Marks.isKnown(name(tag))) {
				return false;
			}
			boolean end = this.text.startsWith("</", this.position);
			this.result.append(end ? Marks.end(name(tag)) : Marks.start(name(tag)));
			int close = this.text.indexOf('>', tag.end());
			this.position = (close < 0) ? this.text.length() : close + 1;
			return true;
		}

		private boolean readReference() {
			int close = this.text.indexOf(';', this.position);
			if (close < 0 || close - this.position > LONGEST_REFERENCE) {
				return false;
			}
			String character = switch (this.text.substring(this.position + 1, close)) {
				case "lt" -> "<";
				case "gt" -> ">";
				case "amp" -> "&";
				case "quot" -> "\"";
				case "apos", "#39" -> "'";
				case "nbsp", "#160" -> " ";
				default -> "";
			};
			this.result.append(character);
			this.position = character.isEmpty() ? this.position : close + 1;
			return !character.isEmpty();
		}

	}

	/**
	 * Compact representation of markup in documentation: single characters that XML 1.0
	 * does not allow in a document, so that no text contains them.
	 */
	static final class Marks {

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
				Map.entry("dd", OWN_LINE), Map.entry("tr", OWN_LINE),
				Map.entry("br", new Tag(String.valueOf(LINE), "")), Map.entry("td", CELL), Map.entry("th", CELL),
				Map.entry("a", INLINE), Map.entry("b", INLINE), Map.entry("i", INLINE), Map.entry("u", INLINE),
				Map.entry("em", INLINE), Map.entry("strong", INLINE), Map.entry("code", INLINE),
				Map.entry("tt", INLINE), Map.entry("span", INLINE), Map.entry("cite", INLINE), Map.entry("var", INLINE),
				Map.entry("kbd", INLINE), Map.entry("samp", INLINE), Map.entry("small", INLINE),
				Map.entry("sub", INLINE), Map.entry("sup", INLINE), Map.entry("abbr", INLINE), Map.entry("col", INLINE),
				Map.entry("thead", INLINE), Map.entry("tbody", INLINE));

		private Marks() {
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

}
