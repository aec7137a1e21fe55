package dev.hyperclient.cache.store;

import java.util.concurrent.atomic.AtomicReferenceArray;

import org.jspecify.annotations.Nullable;

/**
 * A few arrays that short files are read into, so that only their content needs a new
 * one. Not bound to threads, of which there may be many virtual ones. Thread-safe.
 */
final class ScratchBuffers {

	static final int SIZE = 16 * 1024;

	private static final int MAX_KEPT = 16;

	private static final AtomicReferenceArray<byte @Nullable []> KEPT = new AtomicReferenceArray<>(MAX_KEPT);

	private ScratchBuffers() {
	}

	/** Return an array that no other thread uses. */
	static byte[] take() {
		for (int i = 0; i < MAX_KEPT; i++) {
			byte[] kept = KEPT.get(i);
			if (kept != null && KEPT.compareAndSet(i, kept, null)) {
				return kept;
			}
		}
		return new byte[SIZE];
	}

	/** Keep an array that is no longer used. */
	static void giveBack(byte[] buffer) {
		for (int i = 0; i < MAX_KEPT; i++) {
			if (KEPT.get(i) == null && KEPT.compareAndSet(i, null, buffer)) {
				return;
			}
		}
	}

}
