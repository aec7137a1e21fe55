package dev.hyperclient.internal.exchange;

import java.util.Arrays;
import java.util.OptionalLong;

import dev.hyperclient.cache.api.ResponseContent;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;

/**
 * Collects the content of one response in memory. Each buffer is copied once and released
 * at once. Not thread-safe.
 */
final class CollectedContent {

	/** What is allocated for a declared length before that much has been received. */
	private static final int MAX_AHEAD = 1024 * 1024;

	private final long declared;

	private final int maxSize;

	private byte[] bytes = new byte[0];

	private int size;

	/**
	 * Create empty content.
	 * @param declared the length that the response declares, which need not be true
	 * @param maxSize the maximum length
	 */
	CollectedContent(OptionalLong declared, int maxSize) {
		this.declared = declared.orElse(0);
		this.maxSize = maxSize;
	}

	/**
	 * Add the next part, and release it.
	 * @throws DataBufferLimitException if the content is longer than the maximum; then
	 * the part is not released
	 */
	void add(DataBuffer buffer) {
		int count = buffer.readableByteCount();
		if (count > this.maxSize - this.size) {
			throw new DataBufferLimitException("More than " + this.maxSize + " bytes");
		}
		try {
			if (count > this.bytes.length - this.size) {
				this.bytes = Arrays.copyOf(this.bytes, capacity(this.size + count));
			}
			buffer.read(this.bytes, this.size, count);
			this.size += count;
		}
		finally {
			DataBufferUtils.release(buffer);
		}
	}

	/** Twice what is there, but not more than is declared if that may be true. */
	private int capacity(int needed) {
		long room = Math.max(2L * this.size, MAX_AHEAD);
		long wanted = (this.declared >= needed) ? Math.min(this.declared, room) : 2L * this.size;
		return (int) Math.max(needed, Math.min(wanted, this.maxSize));
	}

	ResponseContent whole() {
		return ResponseContent.of((this.size == this.bytes.length) ? this.bytes : Arrays.copyOf(this.bytes, this.size));
	}

}
