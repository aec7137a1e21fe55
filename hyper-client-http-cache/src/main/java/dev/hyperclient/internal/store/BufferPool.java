package dev.hyperclient.internal.store;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * A pool of a few objects, each used by one thread at a time. Not bound to threads, of
 * which there may be many virtual ones. Thread-safe.
 *
 * @param <T> the type of the objects
 */
final class BufferPool<T> {

	/** For heads and short files, so that only their content needs a new array. */
	static final BufferPool<byte[]> BUFFERS = new BufferPool<>(() -> new byte[64 * 1024]);

	private static final int MAX_KEPT = 32;

	private final AtomicReferenceArray<@Nullable T> kept = new AtomicReferenceArray<>(MAX_KEPT);

	private final Supplier<T> factory;

	BufferPool(Supplier<T> factory) {
		this.factory = factory;
	}

	/** Return an object that no other thread uses. */
	T take() {
		for (int i = 0; i < MAX_KEPT; i++) {
			T spare = this.kept.get(i);
			if (spare != null && this.kept.compareAndSet(i, spare, null)) {
				return spare;
			}
		}
		return this.factory.get();
	}

	/** Keep an object that is no longer used. */
	void release(T object) {
		for (int i = 0; i < MAX_KEPT; i++) {
			if (this.kept.get(i) == null && this.kept.compareAndSet(i, null, object)) {
				return;
			}
		}
	}

}
