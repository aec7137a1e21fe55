package dev.hyperclient.internal.exchange;

import java.io.ByteArrayInputStream;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.cache.api.ResponseContent;

/**
 * Counts the streamed bodies of responses that are not closed.
 */
final class OpenBodies {

	private final AtomicInteger count = new AtomicInteger();

	/** Return a body that is open until it is closed. */
	ResponseContent open() {
		this.count.incrementAndGet();
		return ResponseContent.of(new ByteArrayInputStream(new byte[0]) {

			@Override
			public void close() {
				OpenBodies.this.count.decrementAndGet();
			}

		}, OptionalLong.empty());
	}

	int count() {
		return this.count.get();
	}

}
