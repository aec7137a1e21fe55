package dev.hyperclient.wadl;

import java.io.ByteArrayInputStream;

/**
 * A document whose single pieces of markup must not be huge. The parser's own limits know
 * neither the number of namespace declarations in a tag nor that of declarations in a
 * DOCTYPE, and its work grows with their square.
 */
final class BoundedMarkupInputStream extends ByteArrayInputStream {

	static final int LIMIT = 64 * 1024;

	private static final int CHUNK = 4 * 1024;

	private final DocumentAddress document;

	private int markupStart;

	BoundedMarkupInputStream(byte[] content, DocumentAddress document) {
		super(content);
		this.document = document;
	}

	/**
	 * To be called when the parser has reported something, and so is done with what was
	 * read before, save for what it buffers.
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
			throw this.document.failure("a single tag, comment or DOCTYPE is longer than " + LIMIT + " bytes", null);
		}
	}

}
