package dev.hyperclient.internal.json;

import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.jspecify.annotations.Nullable;

/**
 * The values of stored documents that were read at least twice from the same array, as
 * happens with a store in memory. Arrays are compared by reference, since they do not
 * change. Values are kept for as long as there is memory, and for at most 16 MB of
 * documents. Thread-safe.
 */
final class DecodedDocuments {

	private static final int SLOTS = 4096;

	private static final int MAX_LENGTH = 64 * 1024;

	private static final int MAX_TOTAL_LENGTH = 16 * 1024 * 1024;

	/**
	 * After so many documents of which none was read again, the store is one that reads
	 * them anew each time, as files.
	 */
	private static final int MAX_UNSEEN = 2 * SLOTS;

	/** Then only one of so many is looked at. */
	private static final int SAMPLE = 32;

	private final AtomicReferenceArray<@Nullable Slot> slots = new AtomicReferenceArray<>(SLOTS);

	private final AtomicLong totalLength = new AtomicLong();

	/** Since one was read again. Not synchronised, since it need not be exact. */
	private int unseen;

	/**
	 * A document, and its value after the second time.
	 */
	private record Slot(WeakReference<byte[]> document, @Nullable SoftReference<Object> value) {

		boolean isOf(byte[] other) {
			return this.document.refersTo(other);
		}

	}

	/**
	 * Whether it is worth looking for a document here: others were read from the same
	 * array.
	 */
	boolean areExpected() {
		int count = this.unseen;
		if (count < MAX_UNSEEN) {
			return true;
		}
		this.unseen = (count < MAX_UNSEEN + SAMPLE) ? count + 1 : MAX_UNSEEN;
		return count == MAX_UNSEEN;
	}

	/** Return the value of a document, {@code null} if it is not known. */
	@Nullable Object find(byte[] document) {
		@Nullable Slot slot = this.slots.get(index(document));
		if (slot == null || slot.value() == null || !slot.isOf(document)) {
			return null;
		}
		if (this.unseen != 0) {
			this.unseen = 0;
		}
		return slot.value().get();
	}

	/** Keep the value of a document if it is not the first time. */
	void add(byte[] document, Object value) {
		if (document.length > MAX_LENGTH) {
			return;
		}
		int index = index(document);
		@Nullable Slot slot = this.slots.get(index);
		if (slot == null || !slot.isOf(document)) {
			this.slots.set(index, new Slot(new WeakReference<>(document), null));
			this.unseen++;
			return;
		}
		this.unseen = 0;
		if (this.totalLength.addAndGet(document.length) > MAX_TOTAL_LENGTH) {
			clear();
		}
		this.slots.set(index, new Slot(slot.document(), new SoftReference<>(value)));
	}

	private void clear() {
		this.totalLength.set(0);
		for (int i = 0; i < SLOTS; i++) {
			this.slots.set(i, null);
		}
	}

	private static int index(byte[] document) {
		return System.identityHashCode(document) % SLOTS;
	}

}
