package dev.hyperclient.cache;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A copy of content that passes by, up to a limit: beyond it the copy is given up and its
 * memory freed. For one thread at a time.
 */
final class BoundedCopy {

	private final long limit;

	private @Nullable ByteArrayOutputStream copied = new ByteArrayOutputStream();

	BoundedCopy(long limit) {
		this.limit = limit;
	}

	void append(ByteBuffer content) {
		if (this.copied == null) {
			return;
		}
		if (this.copied.size() + (long) content.remaining() > this.limit) {
			this.copied = null;
			return;
		}
		byte[] bytes = new byte[content.remaining()];
		content.get(bytes);
		this.copied.write(bytes, 0, bytes.length);
	}

	/**
	 * The content, or empty if it was too long.
	 */
	Optional<byte[]> content() {
		return Optional.ofNullable(this.copied).map(ByteArrayOutputStream::toByteArray);
	}

}
