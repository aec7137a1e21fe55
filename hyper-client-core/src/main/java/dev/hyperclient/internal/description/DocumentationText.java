package dev.hyperclient.internal.description;

import java.util.Optional;

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
			case DocumentationMarks.PARAGRAPH -> widen(this.item ? Gap.LINE : Gap.PARAGRAPH);
			case DocumentationMarks.LINE -> widen(Gap.LINE);
			case DocumentationMarks.ITEM -> {
				widen(Gap.LINE);
				this.item = true;
			}
			case DocumentationMarks.VERBATIM -> {
				closeBlanks();
				this.verbatim = true;
				this.begun = false;
			}
			case DocumentationMarks.VERBATIM_END -> {
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

}
