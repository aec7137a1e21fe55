package dev.hyperclient.internal.description;

import java.io.ByteArrayInputStream;

/**
 * Limits the size of a single tag, comment or DOCTYPE. The limits of the parser count
 * neither namespace declarations of a tag nor declarations of a DOCTYPE, and its time is
 * quadratic in both.
 */
final class BoundedMarkupInputStream extends ByteArrayInputStream {

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
			throw this.document.failure("a single tag, comment or DOCTYPE is longer than " + LIMIT + " bytes", null);
		}
	}

}
