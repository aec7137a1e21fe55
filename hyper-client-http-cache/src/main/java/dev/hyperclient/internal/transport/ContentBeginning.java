package dev.hyperclient.internal.transport;

import java.util.concurrent.atomic.AtomicLong;

import reactor.core.publisher.Flux;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;

/**
 * The beginning of streamed content.
 */
public final class ContentBeginning {

	private ContentBeginning() {
	}

	/**
	 * Return the first bytes of content, and cancel the remainder. Unlike
	 * {@link DataBufferUtils#takeUntilByteCount}, this expects what some HTTP clients do:
	 * they emit further parts after they are cancelled, which are released.
	 * @param content the content, to be subscribed to once
	 * @param length the maximum number of bytes
	 * @return the beginning
	 */
	public static Flux<DataBuffer> of(Flux<DataBuffer> content, long length) {
		AtomicLong missing = new AtomicLong(length);
		return content.<DataBuffer>handle((part, sink) -> {
			int size = part.readableByteCount();
			long before = missing.getAndAdd(-size);
			if (before <= 0) {
				DataBufferUtils.release(part);
			}
			else if (size <= before) {
				sink.next(part);
			}
			else {
				DataBuffer first = part.split((int) before);
				DataBufferUtils.release(part);
				sink.next(first);
			}
		}).takeUntil((part) -> missing.get() <= 0);
	}

}
